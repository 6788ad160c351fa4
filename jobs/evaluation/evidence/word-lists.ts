// Closed lists of English words for the built-in evaluator. None was written for a specific rubric.
const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Words that occur in so many answers that they show little. */
export const lightWords = words(
    `thing something someone anything everything somebody anyone people person way time day week year make take get go
    come give use work job say tell ask know see look want need one new good bad first last name clear clearly show
    put keep let try happen always often sometimes usually help think feel find right well different part lot bit
    place start begin end next back able big small sure really able call set turn move run bring leave mean change
    day point case kind question answer problem important team explain talk speak do own able together around`
);

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
    relative daughter son visitor uncle aunt cousin tenant passenger`
);

/** Those among them who do the same work. */
export const peers = words(
    `someone somebody others people colleague coworker co-worker teammate boss manager supervisor leader lead chief
    director mate friend predecessor senior mentor trainer buddy deputy else`
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
