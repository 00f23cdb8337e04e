import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { CpuOfDescendants, readStat } from './cpu-of-descendants.mjs';

it('reads the line of a process whose name has brackets and spaces', () => {
  const fields = ['S', '17', ...Array<string>(9).fill('0'), '120', '30', '9', '9', '20', '0', '1', '0', '4711'];
  expect(readStat(`42 (a) b (c) ${fields.join(' ')} 0 0`)).toEqual({
    pid: 42,
    parent: 17,
    startTicks: 4711,
    ticks: 150,
  });
});

it.skipIf(process.platform !== 'linux')('sees what a process started by another computes', async () => {
  const child = spawn('sh', ['-c', 'node -e "for (const end = Date.now() + 3000; Date.now() < end; );" & wait']);
  const cpu = new CpuOfDescendants(child.pid);
  await once(child, 'close');
  expect(cpu.end()).toBeGreaterThan(0.1);
});
