import type { TemplateAnswers } from '../template.ts';

export const backendEngineerAnswers: TemplateAnswers = {
    debugging: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'I have been programming since I was fourteen, and I am fluent in Go, Java and TypeScript. In my current team I am responsible for four services that handle two million requests a day. Bugs happen to everybody, of course, and ours are tracked in Jira with priorities from one to five. I like hard problems very much, I am persistent, and I never give up before a thing works, even if it gets late.',
            reason: 'This is absent because it names no bug and no way of finding one.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'Our checkout was slow for a month and nobody knew why. At some point it was fast again after an update of the framework. We were all relieved and closed the ticket.',
            reason: 'This is absent because a bug is named, but nobody found it in any way.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'Once invoices were sent twice. I read through the code of the mailer for a whole afternoon until I saw that the retry did not look at the status. I added the condition, and the duplicates were gone.',
            reason: 'This is partial because it names a bug and how it was found, without a hypothesis, an experiment or a measurement.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'We had a wrong total in the report for Norway. With the debugger I stepped through the calculation and found that a currency was rounded before it was added up. I fixed the order.',
            reason: 'This is partial because there is a bug and a way of finding it, and nothing was tried or measured.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'Every night at two our API answered in six seconds. I suspected the backup, so I moved it to three on staging, and the slow minutes moved along. The lock on one table held for 5.8 seconds. I let the backup read from the replica, and the slowest answer that week was 140 milliseconds.',
            reason: 'This is strong because it has a bug, a hypothesis, an experiment and a measured result.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'A worker lost memory, about 40 MB an hour. My guess was the image cache. I ran two copies for a day, one without the cache: both grew alike, so I was wrong. Heap snapshots then pointed to listeners that were never removed. With that fixed, the graph stayed flat at 210 MB for two weeks.',
            reason: 'This is strong because a hypothesis was tested and dropped, and the result was measured.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: 'Some customers saw the wrong price, perhaps one in nine thousand. I thought of two threads sharing a formatter, gave each its own on half of our servers, and counted: none of the complaints came from that half, eleven from the other. Since the formatter is no longer shared, the count has been zero for a year.',
            reason: 'This is strong because an idea, an experiment with two halves and a count prove the cause, without the words of the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'The search hung about once a day, and I suspected the index from the beginning. As it was a production system with a lot of pressure, I restarted until it worked. Later I set up a cron job for it.',
            reason: 'This is absent because the suspicion was never followed: it was restarted until it worked.'
        }
    ],
    teamwork: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'In my teams there has hardly ever been a conflict, because we have a great culture. We go bouldering together, we have a table football, and on Fridays somebody brings cake. I think that good chemistry is more important than any process. When people like each other, architecture takes care of itself, and that is why I look at the team above all when I choose a job, much more than at the salary.',
            reason: 'This is absent because it names no way of settling a disagreement.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'I usually let the others have it. Whoever shouts loudest decides in the end anyway, and I would rather spend my energy on my own tickets than on diagrams.',
            reason: 'This is absent because nothing is settled.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I would invite the colleague for a coffee and talk it through. Most of the time there is a misunderstanding, and after half an hour we agree on something that both can live with.',
            reason: 'This is partial because it talks it over and nothing else.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'We discuss it in the weekly meeting. Everybody says what they think, and when we have been round the table, the tech lead sums up and we do it like that.',
            reason: 'This is partial because it is talked over without options in writing, a reason or a look back.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'When we argued about a queue against polling, I wrote one page with both ways, what each would cost to run, and my doubts about my own. I asked Samir to add what I had missed, and he did. We chose polling because of the on-call load, noted that reason, and checked after six weeks whether it still held.',
            reason: 'This is strong because options are written, the other is heard, there is a reason and a look back.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: "Two of us wanted different schemas. Each had a day to build the smallest version, then we listened to each other's reasons with the rest of the team. The decision record says that we took the wide table because reports need one query less. In June we opened it again and kept it.",
            reason: 'This is strong because both ways were tried, reasons heard, the decision noted and later reviewed.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: 'I draw up a page with both designs and what I fear about mine, and I let my opponent correct it before anybody else reads it. Then we pick one together and put the reason in the repository. In the next quarter I reopen that file to see whether we were wrong, which happened once.',
            reason: 'This is strong because both designs are on paper, the other is heard, a reason is given and later reviewed, without the words of the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'I do list the alternatives on the whiteboard so that nobody can complain later. But I have the most experience with the system, so in the end it is done my way, and the discussion is over.',
            reason: 'This is absent because the alternatives do not matter: nothing is settled but by force.'
        }
    ],
    safe_change: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'For us the database is managed by a platform team, so I do not have much to do with that. I write my models in the ORM and it generates the rest. In my opinion developers should concentrate on business value and not on tables, and modern tools take care of nearly everything. In my last project we even went without a schema, with documents, and nobody ever missed one in three years.',
            reason: 'This is absent because it names no plan for the change.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'I write the alter statement, run it against production and see whether the application still starts. With small tables that takes only a second, so users do not notice.',
            reason: 'This is absent because it is changed in one go without a plan.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'We announce a maintenance window on Sunday at three, make a full backup and run the migration. If it fails we play the backup in again, and users see a page that says so.',
            reason: 'This is partial because it is done at night with a backup and nothing else.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I would wait until traffic is low, normally after midnight, and take a dump before I touch anything. Then the change takes as long as it takes, and in the morning I look whether all is well.',
            reason: 'This is partial because there is a quiet hour and a dump, without steps that can be undone.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'I add the new column empty, deploy code that writes both, and fill the old rows a thousand at a time with pauses. For a week a job compares the two columns and we watch errors and latency. Reading moves over behind a switch that we can flip back. Only when nobody reads the old column is it dropped.',
            reason: 'This is strong because it goes in reversible steps, runs both side by side, watches figures and drops the old last.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'Splitting a name field took us four releases. New fields were added, both were written, the old data was copied overnight in slices, and then reads were switched for five percent of users. The error rate stayed at 0.02 percent. Each release could be reverted alone, and the old field went a month later.',
            reason: 'This is strong because each step can be reverted, old and new run together, figures are watched and the old goes last.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: 'Four releases, each of which I could undo alone. The new field arrives empty, then our code fills old and new alike, then a nightly job moves a thousand rows per minute. I compare both for a week and keep an eye on latency. Readers switch over one service after another, and the old field goes at the very end.',
            reason: 'This is strong because there are reversible releases, both fields in parallel, comparison and a late removal, without the words of the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'I try it on staging first, that is a rule of mine. On production I then change the type of the column during the day in one statement, tell the others to keep an eye on it, and hope for the best.',
            reason: 'This is absent because production is changed in one go and left to hope.'
        }
    ]
};
