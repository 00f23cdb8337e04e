import { useState } from 'react';
import { runEndNotice } from '../../state/run-end-notice';
import { Checkbox } from '../../ui/Checkbox';

const reasons = {
  refused: 'The browser forbids notifications of this site. Its settings of the site can allow them.',
  notKept: 'The browser keeps no settings of this site, so no notification will come.',
} as const;

/** Whether a notification tells the end of a long run. Ticking it is the only thing that asks the browser for the permission. */
export function NotifyChoice() {
  const [isOn, setOn] = useState(runEndNotice.isOn);
  const [problem, setProblem] = useState<keyof typeof reasons | null>(null);
  if (!runEndNotice.canNotify()) return null;
  const choose = async (on: boolean) => {
    setProblem(await runEndNotice.choose(on));
    setOn(runEndNotice.isOn());
  };
  return (
    <Checkbox
      checked={isOn}
      onChange={(on) => void choose(on)}
      help={problem === null ? 'For a run of 10 s or longer, while you look at something else.' : reasons[problem]}
    >
      Notify me when a run ends
    </Checkbox>
  );
}
