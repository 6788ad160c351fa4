/** Who writes to people from outside. */
export interface Organisation {
    name: string | undefined;
    /** The contact. */
    contact: string | undefined;
    /** The language of emails to customers, because their own is unknown. */
    language: string;
    timeZone: string;
}
