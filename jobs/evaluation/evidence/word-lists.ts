// Closed lists of English words for the built-in evaluator. None was written for a specific rubric.
import kindred from './rows/kindred.json' with { type: 'json' };

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Words that occur in so many answers that they show little. */
export const lightWords = words(
    `thing something someone anything everything somebody anyone people person way time day week year make take get go
    come give use work job say tell ask know see look want need one new good bad first last name clear clearly show
    put keep let try happen always often sometimes usually help think feel find right well different part lot bit
    place start begin end next back able big small sure really able call set turn move run bring leave mean change
    day point case kind question answer problem important team explain talk speak do own able together around`
);

/** Verbs that say nothing about a rubric without what they are done to. */
export const commonVerbs = words(
    `add answer arrange attend avoid believe book break build buy call carry change check choose clean clear close collect
    come compare continue control count cover cut deal decide describe discuss divide do draw drive drop eat end enter
    expect explain fall feel fill find finish fix follow get give go greet grow hand handle happen hear help hold hurry
    keep know lay learn leave let lift limit line listen live look lose love make manage mark meet mind move name need
    note offer open order own pack park pass pay phone pick plan play point prepare press promise protect pull push put
    reach read record remain remember remove repeat replace reply report respect rest return ring run save say search see
    select sell send serve set share show sit sort speak spend split stand start stay stop store study switch take talk
    teach tell test thank think throw touch train travel treat trust try turn understand use visit wait walk want warn
    wash watch wear weigh win wipe wish work worry write`
);

/** Verbs that fit any thing: who uses something may have made, given or put it. */
export const plainVerbs = words('be have do make use get give go put take need want try come');

const none: readonly string[] = [];
const kindredLines = new Map<string, string[]>();
for (const [kind, lines] of Object.entries(kindred))
    for (const [at, line] of lines.entries())
        for (const word of words(line))
            kindredLines.set(word, [...(kindredLines.get(word) ?? []), `${kind}:${at}`]);

/** The keys of a word's lines in `rows/kindred.json`: each line is of words that people use for one another. */
export const kindredKeys = (word: string, isThing = false): readonly string[] =>
    kindredLines.get(word)?.filter((key) => !isThing || key.startsWith('others')) ?? none;

/** Signs in front of what is done, and of what is not. */
export const crosses = '❌ ✗ ✘ ✖ ❎ 🚫';
export const marks = words(`✓ ✔ ✅ ☑ ${crosses}`);

export const negators = words(
    `${crosses} no not n't nt never nothing nobody none neither nor without cannot hardly barely rarely seldom unable lack lacked
    lacks lacking dont didnt wont cant doesnt isnt wasnt havent hadnt`
);

/** Verbs (lemmas) that turn what follows them into its contrary. */
export const refusingVerbs = words(
    'refuse avoid skip neglect decline fail forget omit stop quit dislike hate resist dodge ignore hesitate'
);

/** Those among them that name what is not done and nothing else. */
export const privativeVerbs = words('refuse avoid skip omit');

export const modals = words("would could might should 'd wouldnt couldnt ought");

/** Who may be the subject of a sentence instead of the one who answers. */
export const persons = words(
    `he she they who whoever someone somebody others everyone everybody people colleague coworker co-worker teammate boss manager
    supervisor leader lead chief director owner partner mate friend neighbour neighbor predecessor senior trainee
    apprentice intern assistant brother sister mother father wife husband guy woman man staff company department team
    crew agency vendor consultant foreman head chef officer teacher customer client guest patient user doctor nurse
    trainer buddy deputy midwife parent candidate applicant office agency firm management administration headquarters family
    relative daughter son visitor uncle aunt cousin tenant passenger caretaker janitor guard porter technician electrician
    plumber cleaner driver waiter waitress cook baker butcher gardener librarian secretary receptionist accountant lawyer
    engineer developer designer planner clerk cashier operator inspector dispatcher paramedic therapist pharmacist captain
    steward host coach tutor principal pupil student kid child carer volunteer contractor supplier agent architect police`
);

export const subordinators = words(
    'while when because if until since unless after before as whereas which who whose where though although'
);

/** Words at which a clause starts. */
export const conjunctions = words(
    'but however though although because so while when whereas until if which who whose where since unless'
);

/** Where one of these follows `and`, `or` or `then`, a new clause starts with it. */
export const clauseSubjects = words('i we he she they you someone somebody everyone everybody nobody it');

/** The commonest function words of English, and such of languages in the same letters as English does not have. */
export const englishWords = words(
    `the and to of i a in it is was that we my for on with you they he she at this have had are be as but not so me
    them their then when which from by or if would there what all were about our because who an up out do did`
);
export const foreignWords = words(
    `der das und ich ist nicht ein eine mit auf den dem zu wir sie es habe hat für von wenn aber auch
    le la les et je est pas une un des que qui dans nous pour avec ai était mais il elle au du ce
    el los las y yo es una por para en se lo como pero mi nos fue está
    il che di sono ho è gli un mia ma della nel anche questo
    o os eu não um uma com que da em foi mas meu
    de het een en ik niet dat zijn voor was maar ook hij wij
    nie się na jest to że i w z jak ja był
    och jag det att som är inte en på var vi`
);
