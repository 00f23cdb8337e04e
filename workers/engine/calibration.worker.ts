import type { CalibrationCalls } from '../model/protocol/calibration';
import { serve } from '../model/protocol/serve';
import { calibrate } from './calibration';
import { performanceClock } from './clock';

serve<CalibrationCalls>(self, { calibrate: () => calibrate(performanceClock), answer: () => null });
