/** The id of the answer's section, which a skip link leads to. */
export const answerId = 'answer';
