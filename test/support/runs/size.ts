// How many cases a property tries, and from which seed: CASES=3000 SEED=7 npm run ava -- FILE.
const { CASES, SEED } = process.env;

export const casesOr = (usual: number) => (CASES === undefined ? usual : Number(CASES));

/** Without a seed each run draws its own, which a failure prints. */
export const seeded = SEED === undefined ? {} : { seed: Number(SEED) };
