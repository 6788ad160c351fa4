import { account } from '../accounts/credits.ts';
import type { Reader } from '../store/index.ts';

interface Costs {
    buildCredits: number;
    screens: { credits: number };
}

/** What to do without a credit for a build or a screen; undefined where there is one, or where both are free. */
export async function creditsAdvice(on: Reader, { buildCredits, screens }: Costs) {
    const { available } = await account(on);
    const isFree = buildCredits === 0 && screens.credits === 0;
    if (isFree || available > 0) return undefined;
    const cost = `a build costs ${buildCredits}, a candidate ${screens.credits}`;
    const command = 'credits grant --amount 20 --reason Start';
    return `No credits left (${cost}). Add some with: npm run -s cli -- ${command} (in the container: sage-council ${command})`;
}
