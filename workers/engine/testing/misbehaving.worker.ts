import type { MeasureCalls } from '../../model/protocol/measure';
import { serve } from '../../model/protocol/serve';
import { measureHandlers } from '../measure-handlers';
import { misbehavingRegistry } from './misbehaving-registry';

serve<MeasureCalls>(self, measureHandlers(misbehavingRegistry));
