import type { TemplateAnswers } from '../template.ts';

export const warehouseShiftLeadAnswers: TemplateAnswers = {
    safety: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'Safety comes first with us, it is painted in big letters over the gate. We have not had a serious accident for four hundred days, there is a board that counts them. I have a licence myself for all kinds of trucks up to eight tons and have driven them for fifteen years, in cold stores and in harbours. A person who has sat on one himself knows how quickly you get used to the speed.',
            reason: 'This is absent because nothing is done about what was seen.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'As long as nothing has happened I would not make a fuss of it. He is one of our fastest people and we need him on the late shift, so I look the other way.',
            reason: 'This is absent because it lets it pass.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I call over to him that he should drive slower, because there are people walking here. Normally he lifts his hand and then he is careful for a while.',
            reason: 'This is partial because the colleague is told to slow down and nothing else.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I would wave at him and tell him that this is a warehouse and not a race track. If I see it again, I tell him again.',
            reason: 'This is partial because it only tells him to slow down.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'I step into his view and have him stop on the spot. Behind the office, without the others, I ask what drives him: the dock had given him four trailers in one hour. I write the near miss into the book, talk to the dock about the slots, and by Friday there is a barrier along the footpath.',
            reason: 'This is strong because it stops him, talks in private, finds the cause, reports and changes something.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'Last winter I halted a driver in aisle six and took him off the truck for the hour. In private he admitted that he could not see round the corner racks and had hooted instead of braking. I filed the report, had two mirrors put up, and the speed is limited to eight now for all of us.',
            reason: 'This is strong because it halts, asks in private, reports and changes the place.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: 'I walk into his view with my arm up, and he gets off there and then. Behind the office, only the two of us, he explains that the dock gave him four trailers within sixty minutes. It goes into the accident book the same day. From Monday the dock spaces them out, and a rail separates the footpath.',
            reason: 'This is strong because it halts him, hears the cause alone, records it and changes the plan, without the words of the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'I would report it if somebody had been hurt, we have a form for that. But honestly, everybody drives like that when the trucks are waiting, so I say nothing and he loses no time.',
            reason: 'This is absent because it lets it pass, although it knows of reports.'
        }
    ],
    priorities: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'I am a person who keeps calm, even when everything burns. Late trucks are normal in our business, there is always something: traffic, the ferry, snow, a missing stamp. You must not let it upset you. I like to walk through the hall on such days and spread good mood, a joke here, a joke there. My people appreciate that a lot, and at the end of the day it has always worked out somehow.',
            reason: 'This is absent because there is no plan.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'We simply begin with whatever is nearest to the gate and see how far we get. What is not ready by six goes tomorrow, there is nothing you can do about it.',
            reason: 'This is absent because it has no plan.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I take two people from returns and put them on picking, so that we are faster. With six instead of four we can make up the two hours.',
            reason: 'This is partial because it puts more people on it.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'In that case everybody has to help, the office too. The more hands we have at the gate, the sooner the truck is empty and the orders are out.',
            reason: 'This is partial because it is only about more people.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: "I write the three orders on the board by pick-up: two o'clock, half past three, five. What does not come from the late truck gets picked now. For the rest I ask for those pallets to be unloaded before all others, and move two pickers to the gate at noon. The customer of the five o'clock order hears at eleven that it is tight. At one I count again.",
            reason: 'This is strong because orders are sorted, people moved, the customer told early and progress checked.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'The carrier agreed to come at six instead of five, because I phoned him at ten already. I had sorted the orders by departure, Lena and Tom went from returns to the urgent pallets, and each hour I compared lines done with lines open. At three we were behind, so I asked who would stay longer, and two did.',
            reason: 'This is strong because it sorts, moves people, calls early, checks hourly and asks who can stay.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: "On the board I put two o'clock, half past three and five, with the lines still missing for each. What does not depend on the late lorry begins now. Lena and Tom go from returns to the gate at noon. Whoever expects goods at five hears from me at eleven that it is tight, and at one I count the lines again.",
            reason: 'This is strong because a plan by deadline, staff, early news and a second count are there without the words of the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'I would sort the orders on paper by departure time so that it looks organised. But with two hours lost, there is not much to be done. The customers are not called, they will have to wait, and we go on as usual.',
            reason: 'This is absent because nothing follows from the list: it has no plan for the shift.'
        }
    ],
    people: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'Not everybody is made for this work, you have to be honest about that. It is heavy, it is cold in winter, and the pay could be better. In my time on the shift I have seen about sixty people come and go, students, pensioners, once even a former teacher. Good workers I recognise on their first morning by the way they hold the scanner, and I have rarely been mistaken in all those years.',
            reason: 'This is absent because nothing is done for the person.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'I put the list with the numbers on the notice board so that everyone can see who is at the bottom. Nobody likes to be there, so they speed up on their own.',
            reason: 'This is absent because it blames.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I would take him aside in the break and tell him that his numbers are too low. Perhaps he is not even aware of it, and he will try harder.',
            reason: 'This is partial because it talks to the person and nothing else.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'If someone is much slower than the rest, I sit down with them and have a conversation. I tell them what we expect and listen to what they have to say.',
            reason: 'This is partial because there is one talk without looking at the work or agreeing on anything.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'I go along with her for an hour before I judge. She walks back for each line because her scanner does not show the next place. I ask what else is difficult: reading the small labels. She gets another scanner and works with Omar for two days. We agree on seventy lines by Friday, and on Friday we look at it together.',
            reason: 'This is strong because it watches, asks, shows a better way, agrees on a target and comes back.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'Marek had half of the others. I watched him, and he packed the heavy boxes last and rebuilt each pallet. He told me that nobody had shown him. I packed three pallets with him, we settled on eight an hour for the coming week, and on Monday we talked again: he had nine.',
            reason: 'This is strong because it watches, asks, shows, sets a target and returns to it.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: 'Before I judge, I trot beside her for six lines. She returns to the desk for every single one, since her device does not display what follows. Tiny labels trouble her too, she says when I enquire. She gets a new device, two days beside Omar, and the two of us settle on seventy lines, which we review on Monday.',
            reason: 'This is strong because it observes, enquires, helps, sets a number and reviews it, without the words of the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'I watch him for some minutes from the platform so that I can be sure about it. If he really picks half as much, I send them home, him and anyone like him, and ask the agency for somebody else.',
            reason: 'This is absent because watching only serves to get rid of the person.'
        }
    ]
};
