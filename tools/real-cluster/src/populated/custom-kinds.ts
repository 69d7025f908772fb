export const GROUP = 'populated.example.com';

export const WIDGET = [`${GROUP}/v1`, 'Widget'] as const;
/** The same kind in two versions. */
export const GADGET = [`${GROUP}/v1`, 'Gadget'] as const;
export const OLD_GADGET = [`${GROUP}/v1beta1`, 'Gadget'] as const;
