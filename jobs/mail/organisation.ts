/** Who writes to people from outside. */
export interface Organisation {
    name: string | undefined;
    /** Whom to write to. */
    contact: string | undefined;
    /** Of the mails to customers, whose own language nobody knows. */
    language: string;
}
