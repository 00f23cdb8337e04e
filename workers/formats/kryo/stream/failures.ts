import { damageOf } from '../../../model/damaged-input';

export const damagedKryo = damageOf({ format: 'kryo', subject: 'Kryo:' });
