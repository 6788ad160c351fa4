/** The result of the improvement round: the change that was tried, and whether it was kept. */
export interface Training {
    /** False where nothing can be improved: without a judge who gives levels, or without answers that people labelled. */
    applies: boolean;
    adopted: boolean;
    why: string;
}
