/** The version of this program, as in the package at the root. */
export const VERSION = '0.1.0';
