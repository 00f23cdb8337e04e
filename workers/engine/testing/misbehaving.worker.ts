import type { MeasureCalls } from '../../model/protocol/measure';
import { answerCalls } from '../../model/protocol/serve';
import { measureHandlers } from '../measure-handlers';
import { misbehavingRegistry } from './misbehaving-registry';

answerCalls<MeasureCalls>(self, measureHandlers(misbehavingRegistry));
