import type { MeasureCalls } from '../model/protocol/measure';
import { serve } from '../model/protocol/serve';
import { measureHandlers } from './measure-handlers';
import { builtInRegistry } from './registry';

serve<MeasureCalls>(self, measureHandlers(builtInRegistry));
