import type { CalibrationCalls } from '../model/protocol/calibration';
import { answerCalls } from '../model/protocol/serve';
import { calibrate } from './calibration';
import { performanceClock } from './clock';

answerCalls<CalibrationCalls>(self, { calibrate: () => calibrate(performanceClock), answer: () => null });
