import type { TemplateAnswers } from '../template.ts';

export const supportAgentAnswers: TemplateAnswers = {
    listening: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'I worked in a call centre for three years, in shifts, also at Christmas. You get used to all kinds of people there. We had a headset with good noise cancelling and a screen on which our daily goals were shown in green and red. My average handling time was always among the best five of the floor, and I got a voucher for it twice. Angry customers belong to the job like rain to autumn.',
            reason: 'This is absent because it says nothing about what is done for the customer.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'I give him the refund straight away, then he is happy and the conversation is short. Whether he is right or not does not interest me so much, the company can afford it.',
            reason: 'This is absent because it gives in without a look at the facts.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I stay friendly and explain to him that the contract runs for two years, as it says in the terms. I do not raise my voice, even if he does.',
            reason: 'This is partial because it stays calm and explains the facts.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'When somebody is upset I take a deep breath. Then I tell them quietly that the parcel was delivered on Monday and who signed for it, and I send them the proof.',
            reason: 'This is partial because it is calm and explains, without hearing the customer out.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'A man shouted that we had charged him twice. I let him talk until he had nothing more to say and repeated: two payments of 49 euros, and your rent is due. Then I looked into the account with him on the line. One was only reserved. I told him that it would be gone by Thursday, and rang him on Thursday.',
            reason: 'This is strong because it hears him out, repeats the concern, checks and offers a next step.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'I do not interrupt, I write down key words. When she has finished I say in my own words what went wrong for her, and I say sorry for the morning she lost. I read the order history before I judge anything. Even if the mistake is hers, I tell her what we can do next and by when.',
            reason: 'This is strong because the customer finishes, the concern is repeated, facts are checked and a next step is named.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: 'He may talk until he runs out of breath. Then I sum up what I understood, namely two charges and rent due tomorrow, and wait for a yes. I open his invoices while he is on the line. Whatever I find, I end with one thing that I will do today and the hour at which he gets my reply.',
            reason: 'This is strong because hearing him out, summing up, checking and a firm promise are there without the words of the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'First I let them finish, because otherwise they get even louder. Then I open the order and show them line by line that the customer is wrong. Most of them are silent after that, and I can take the next call.',
            reason: 'This is absent because hearing the customer out only serves to argue.'
        }
    ],
    writing: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'Writing has always been easy for me. At school I won a prize for an essay about my grandfather, and today I run a small blog about cycling that has nine hundred readers. I can type with ten fingers, about seventy words a minute. In support you need to be quick above all, because the inbox never gets empty, and in my last job I answered up to ninety mails on some days.',
            reason: 'This is absent because it names no way of writing a complete answer.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'There will always be a second mail, customers simply do not read. So I do not make a science out of it and send what comes to my mind, then the ticket is off my desk.',
            reason: 'This is absent because it names no way at all.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I write clearly and in short sentences, so that everybody can follow. I also make sure that there are no spelling mistakes in it, as that looks bad.',
            reason: 'This is partial because it writes clearly and does nothing else.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'In my opinion a mail has to be easy to understand. I avoid difficult words and I do not write novels, usually six or seven lines are enough.',
            reason: 'This is partial because it is about clear writing only.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'My opening sentence is the solution: yes, you can move the date, here is how. Then come the clicks in order, one a line, with a picture of the button that nobody finds. I add what happens if the page stays grey. Before I press send, I read it as if I had never seen our product.',
            reason: 'This is strong because it answers first, gives steps, names what can go wrong and is read again.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'A customer could not open his invoice. I told him at the top which file to use, then three numbered steps. Below I wrote what he would see if his browser blocked the window, because that was likely the next thing he would ask. I let it lie for a minute, read it aloud and took out two sentences.',
            reason: 'This is strong because the answer is on top, with steps, the likely trouble and a second reading.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: 'The top of my mail says yes or no and what to do. Below come the clicks, one by one, in the order of the menu. I add what they will see if the page stays grey, since that is where most people get stuck. Then I go over it like somebody who never used our product.',
            reason: 'This is strong because the result comes on top, then an order, the likely trouble and a second reading, without the words of the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'I number the steps in my mails, that looks tidy. To save time I copy and paste the whole block from an older mail, without looking whether it fits, and there is usually something useful in it for everyone.',
            reason: 'This is absent because an unread block is sent: numbered steps do not help if they do not fit.'
        }
    ],
    unknown_fault: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'That is rather unlikely, because I learn very fast. After two weeks in my last company I already knew the whole product, and colleagues came to me with questions. I would prepare at home in the evenings and watch all of your training videos. A person who is curious and motivated does not get into a situation in which they have never seen something, at least not for long, that is my firm opinion.',
            reason: 'This is absent because it says nothing about what is done with the report.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'I send the template that we have received the message and are working on it. Often the problem is gone by itself after some days, and if not they write again.',
            reason: 'This is absent because it sends a standard reply.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I turn to the colleague next to me and ask whether she has had that before. With her experience she mostly knows what it could be, and I pass that on to the customer.',
            reason: 'This is partial because it asks a colleague and nothing more.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'If I do not know a fault, I put it into our chat for the whole group. Usually somebody answers after a while, and then I can write to the customer.',
            reason: 'This is partial because it only asks colleagues.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'I ask which browser, which minute and what exactly was on the screen, best as a photo. Then I click through the same path with a test account. If it fails for me too and nothing similar is in our tickets, the developers get all of it in one message, and the customer knows that I will write by noon tomorrow, news or not.',
            reason: 'This is strong because it asks for details, tries, searches, hands on everything and says when it reports.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: "Last spring a woman's calendar showed everything an hour late. I got her time zone and app version, set my phone the same way and saw it as well. Nothing was in the knowledge base. I passed steps and pictures to the developers, told her she would hear from me on Wednesday, and wrote an article after the fix.",
            reason: 'This is strong because details, an own attempt, a search, a full report and a date are there.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: 'Which device, which minute, which button, and what did the screen show? With that I walk the same path on a test account until it fails for me too. If our old cases are silent about it, engineering gets everything in one go, and the customer gets a day and an hour when I will be in touch, news or no news.',
            reason: 'This is strong because questions, an own attempt, a look at old cases, a full report and a date are there without the words of the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'I would ask for details like the version, because that looks professional. As I cannot know every fault, I tell them to restart the computer and to write again if it does not help, and close the ticket.',
            reason: 'This is absent because the details are not used: it ends with a standard reply.'
        }
    ]
};
