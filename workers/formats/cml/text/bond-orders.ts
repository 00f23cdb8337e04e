import { bondOrderAromatic } from '../../../model/molecules/molecules';

/** The values of a bond's `order` in CML, as bond orders. */
export const bondOrders: Readonly<Record<string, number>> = {
  S: 1,
  D: 2,
  T: 3,
  A: bondOrderAromatic,
  '0': 0,
  '1': 1,
  '2': 2,
  '3': 3,
  '4': 4,
  '5': bondOrderAromatic,
  '1.0': 1,
  '2.0': 2,
  '3.0': 3,
  '4.0': 4,
};
