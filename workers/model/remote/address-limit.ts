/** The longest address that is read, in characters. */
export const addressLimit = 4_000;
