import type { TemplateAnswers } from '../template.ts';

export const bookkeeperAnswers: TemplateAnswers = {
    month_end: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'I have worked in accounting for twenty-two years, first with a tax office and then with a wholesaler for bathroom tiles. I know DATEV, SAP and Lexware, and I learn new programs quickly. The end of the month is always stressful, everybody wants something at once, and then I like to put on some music. A tidy desk and a good coffee are half the work, my first boss used to say, and she was right.',
            reason: 'This is absent because it names no step.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'In our company the program closes the month by itself on the third working day. I only get a message that it is done, and then I can go on with the new one.',
            reason: 'This is absent because no step is taken by the bookkeeper.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I book the last invoices and then compare the account with the statement of the bank. When that agrees, the month is finished for me.',
            reason: 'This is partial because it names two steps.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'For me the most important thing is that all supplier bills are in. I remind my colleagues on the twenty-eighth, book what arrives and print the totals for the boss.',
            reason: 'This is partial because it names one or two steps without a list.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'I work down the same twelve lines each time: reconcile both bank accounts, debtors and creditors against the main ledger, accruals for rent and for freight that has not been billed, then the open items over thirty days. At the end I lay the result beside the previous month, ask about anything that is ten percent off, and lock it.',
            reason: 'This is strong because it follows a list, reconciles, accrues, looks at open items and compares.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'In April the telephone cost was half of March, and I saw it because I always compare. A bill was missing, so I put in an accrual. Before that I had ticked off bank, cash and payroll on my checklist, written to four customers who had not paid, and afterwards I closed the period for everybody.',
            reason: 'This is strong because list, reconciliation, accrual, open customers and comparison are all there.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: 'Twelve lines on a laminated card, always worked from top to bottom. Every account gets held against its paper, costs that will only be billed later go in with an estimate, and whoever owes us for over thirty days gets a call. Finally I lay the totals beside those of April and chase whatever jumps, before I close the door on it.',
            reason: 'This is strong because a list, matching, estimates, debtors and a comparison are there without the words of the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'I go through the bank statement and the checklist of our tax office. If a few euros do not fit at the end, I round it off, nobody looks at such small sums, and the month is closed on time.',
            reason: 'This is absent because what does not fit is rounded off, so nothing has really been reconciled.'
        }
    ],
    difference: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'Ninety is not a large amount, measured against our turnover. I would not get nervous about it, because in my experience such things clear themselves up over time. In my last company there was once a difference of eleven thousand, and that was a very unpleasant week for all of us, with the auditors in the house. Compared with that I have become quite relaxed, and I sleep well.',
            reason: 'This is absent because it does not look for the difference.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'I would book it to the account for other expenses so that the cash is right again. After all, the day has to be closed, and searching costs more than ninety.',
            reason: 'This is absent because it is booked away.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I take the folder and look through the receipts of the month until I find something that does not fit. Sooner or later it turns up.',
            reason: 'This is partial because it looks through the vouchers without narrowing it down.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'First of all I would go through all cash vouchers again and compare the amounts with those that were booked. It is work, but mostly you find it.',
            reason: 'This is partial because vouchers are looked through and nothing else.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'Ninety divides by nine, so I think of swapped digits. But first I look for the day on which the count last agreed, that was Tuesday. From there I tick receipt against entry, find 320 typed for 230 on a fuel slip, correct it and note the cause on the slip.',
            reason: 'This is strong because the day, swapped digits, vouchers against entries and a note are there.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'I count the cash again with a colleague and go back until counted and booked agree, two days earlier. Only nine entries are left. One taxi receipt of 45 had gone in on the wrong side, which makes ninety. I turned it round, wrote why on the correction and told the driver.',
            reason: 'This is strong because it narrows down the day, finds a wrong side by half the amount and records it.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: "Tuesday's count agreed, Wednesday's did not, so only eleven slips matter. Because of the amount I think of 45 on the wrong side or of 320 for 230. I lay each slip beside its line on the screen, and slip seven is the culprit. The new line says who found it and why it came about.",
            reason: 'This is strong because it narrows down the day, thinks of typical errors, compares and records, without the words of the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'I know that a difference that divides by nine often comes from swapped digits, so I glance over the entries of the day. If I do not see it within ten minutes, I write it off, and the cash agrees again.',
            reason: 'This is absent because it is booked away after a glance.'
        }
    ],
    integrity: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'As a bookkeeper you are a person of trust, and I take that very seriously. I have a clean record and I have never taken so much as a pencil home. My managers could rely on me at any time, also on weekends and during my holidays. Discretion is a matter of course for me, what I see in the books stays in the books, and that is why I have always had good references from everyone.',
            reason: 'This is absent because it does not say what is done with the request.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'I ask for the number of the account and book it as he wishes. He signs for the figures, not me, and he will have thought about it.',
            reason: 'This is absent because it is done.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I would tell the manager that I do not feel comfortable with that. It does not seem right to me to move an invoice into another year just like that.',
            reason: 'This is partial because it says that it feels wrong and stops there.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'Something like that gives me a stomach ache, and I would say so openly. Perhaps he did not realise that this could be a problem for the company.',
            reason: 'This is partial because it only says that it is a problem.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'I ask him why he wants it in January. The service was given in November, so that is the year it belongs to, and I show him the paragraph. I will not book it otherwise, also not as a favour. If it is about the budget, I can accrue it properly, and I keep his request with my answer.',
            reason: 'This is strong because it asks, explains the rule, refuses, offers a lawful way and keeps a record.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'My manager once wanted a December repair in the new year because of his bonus. I asked for the reason, told him that the date of the work decides, and stood firm when he became loud. I suggested a call with our auditor together. She confirmed it, and I filed the mails with the voucher.',
            reason: 'This is strong because reason, rule, refusal, a lawful way to clear it and a record are all there.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: 'Why January, I would like to hear from him. The roof was mended in November, and that date decides, as the paragraph on my desk says. I will not move it, not even as a favour. If his budget is the trouble, I can set the sum aside properly, and our exchange goes into the folder.',
            reason: 'This is strong because reason, rule, refusal, a lawful way and a record are there without the words of the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'I would point out that the invoice belongs to the year of delivery, because that is the rule. But if the boss says so, I book it the way he wants, as I do not want trouble at work.',
            reason: 'This is absent because it is done in the end, although the rule is known.'
        }
    ]
};
