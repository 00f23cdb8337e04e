import { ScrollRegion } from '../../ui/ScrollRegion';
import styles from './AboutPage.module.css';
import thirdParty from './third-party.json';

type Library = (typeof thirdParty)[number];

const textUrl = (file: string) => `${import.meta.env.BASE_URL}licenses/${file}`;

function Rows({ libraries, label }: { readonly libraries: readonly Library[]; readonly label: string }) {
  return (
    <ScrollRegion className={styles.scroll} label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Library</th>
            <th scope="col">Licence</th>
            <th scope="col">For</th>
          </tr>
        </thead>
        <tbody>
          {libraries.map(({ name, version, inside, license, use, file }) => (
            <tr key={`${name} ${version} ${use}`}>
              <th scope="row">
                {name} <span className={styles.version}>{version}</span>
              </th>
              <td>
                <a href={textUrl(file)} aria-label={`${license}: the licence of ${name} ${version}`}>
                  {license}
                </a>
              </td>
              <td>
                {use}
                {inside === null ? null : <span className={styles.inside}> · contains {inside}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

const ofGroup = (wanted: string) => thirdParty.filter(({ group }) => group === wanted);

/**
 * All third-party software that is shipped, with a link to the text of each licence. `npm run make:licenses` generates
 * the list.
 */
export function LicenceTable() {
  const needed = ofGroup('needed');
  return (
    <>
      <h3>Native libraries that Formatlab compiles to WebAssembly</h3>
      <Rows libraries={ofGroup('native')} label="Native libraries" />
      <h3>Packages</h3>
      <Rows libraries={ofGroup('package')} label="Packages" />
      <details className={styles.more}>
        <summary>{needed.length} dependencies of these packages</summary>
        <Rows libraries={needed} label="Dependencies of these packages" />
      </details>
    </>
  );
}
