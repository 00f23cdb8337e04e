import type { ReactNode } from 'react';
import { answerId } from '../decide/answer-id';
import { resultsId, runBarId } from '../explore/element-ids';
import { Icon } from '../ui/Icon';
import { mainId } from '../ui/Page';
import { PageLink } from '../ui/PageLink';
import styles from './Header.module.css';
import { type ThemeChoice, useTheme } from './theme';
import type { View } from '../view/view';

const pages = [
  { page: 'explore', label: 'Explore' },
  { page: 'published', label: 'Published' },
  { page: 'formats', label: 'Formats' },
  { page: 'codecs', label: 'Codecs' },
  { page: 'about', label: 'About' },
] as const satisfies readonly { page: View['page']; label: string }[];

/** Skip links to the main actions of the Explore page, for keyboard users. */
const skips = [
  { id: mainId, label: 'Skip to the content' },
  { id: answerId, label: 'Skip to the answer' },
  { id: runBarId, label: 'Skip to Run' },
  { id: resultsId, label: 'Skip to the results' },
] as const;

/** Moves the focus to the element. Without an answer, or in another tab, that is the results. */
function skipTo(id: string): void {
  const answer = document.getElementById(answerId);
  const target = id === answerId && answer?.closest('[hidden]') !== null ? resultsId : id;
  document.getElementById(target)?.focus();
}

interface HeaderProps {
  readonly page: View['page'];
  /** True on a page below the page of the navigation that `page` names. */
  readonly below: boolean;
  /** True while nothing is opened, so that there is nothing to run. */
  readonly atStart: boolean;
  readonly onPage: (page: View['page']) => void;
  readonly children: ReactNode;
}

export function Header({ page, below, atStart, onPage, children }: HeaderProps) {
  return (
    <header className={styles.header}>
      {skips.map(({ id, label }) =>
        id === mainId || (page === 'explore' && (id === answerId || !atStart)) ? (
          <button key={id} type="button" className={styles.skip} onClick={() => skipTo(id)}>
            {label}
          </button>
        ) : null,
      )}
      <p className={styles.brand}>
        <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" className={styles.mark}>
          <path d="M3.5 2.5v14h14" />
          <circle cx="7.5" cy="5.5" r="1.9" />
          <circle cx="11.5" cy="8.2" r="1.9" />
          <circle cx="15.5" cy="12.2" r="1.9" />
        </svg>
        <span className={styles.name}>Formatlab</span>
      </p>
      <nav aria-label="Pages" className={styles.nav}>
        {pages.map((each) => (
          <PageLink
            key={each.page}
            href={`#${each.page}`}
            className={styles.link}
            aria-current={each.page !== page ? undefined : below ? 'true' : 'page'}
            onFollow={() => {
              if (each.page !== page || below) onPage(each.page);
            }}
          >
            {each.label}
          </PageLink>
        ))}
      </nav>
      <div className={styles.tools}>
        {children}
        <ThemeButton />
      </div>
    </header>
  );
}

const nextTheme: Record<ThemeChoice, ThemeChoice> = { system: 'light', light: 'dark', dark: 'system' };
const themeNames: Record<ThemeChoice, string> = { system: 'same as the system', light: 'light', dark: 'dark' };
const themeIcons = { system: 'system', light: 'sun', dark: 'moon' } as const;

function ThemeButton() {
  const [choice, setChoice] = useTheme();
  const label = `Theme: ${themeNames[choice]}. Change to ${themeNames[nextTheme[choice]]}`;
  return (
    <button type="button" className={styles.icon} aria-label={label} onClick={() => setChoice(nextTheme[choice])}>
      <Icon name={themeIcons[choice]} />
    </button>
  );
}
