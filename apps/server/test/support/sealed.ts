import { sealPrototypes } from '../../src/seal-prototypes.ts';

sealPrototypes();
