import type { TemplateAnswers } from '../template.ts';

export const electricianAnswers: TemplateAnswers = {
    safe_work: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'I finished my apprenticeship with a very good grade and have worked for the same firm for fourteen years. Safety is the most important thing for us, our boss always says so, and once a year there is an instruction with coffee and sandwiches. We get new shoes every spring and modern tools. I have never had an accident in all this time, apart from a cut finger, and I have two children, so I take care.',
            reason: 'This is absent because it names no step.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'With some experience you can work on a live socket if you only hold one wire at a time and stand on something dry. That saves the customer resetting all the clocks.',
            reason: 'This is absent because it works on live wires.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I go to the fuse box and turn off the breaker for the room. Then there is no current any more, and I can begin with my work.',
            reason: 'This is partial because it switches off and nothing else.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'Before I take a lamp down I switch off the fuse. If I do not know which one it is, I turn off the main switch for the whole flat.',
            reason: 'This is partial because it is only switched off.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'I isolate the circuit and hang my padlock on the breaker, with my name on it, because a tenant once put it back on. Then I hold my tester to a live socket to see that it works, test all poles at my place, and cover the busbar beside me that has to stay on.',
            reason: 'This is strong because it disconnects, secures, tests that it is dead and covers what stays live.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'Off, locked, tested, earthed, covered, in that order. Last week in a distribution board I took the fuses out and kept them in my pocket, put up the sign, checked three phases against each other and against earth, shorted them, and laid a rubber mat over the meter side, which I cannot switch off.',
            reason: 'This is strong because all five steps are named and shown in a real case.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: 'The breaker goes down and gets my padlock, since a tenant once pushed it up again while my hands were inside. Then I prove my two probes on a wall outlet, touch every conductor against every other one and see zero. What has to remain alive beside me disappears under a rubber mat.',
            reason: 'This is strong because separating, locking, proving it is dead and covering are there without the words of the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'Normally I switch off the fuse and put a sign on the box, that is how I learned it. But if it is only one screw on a terminal, it is a quick job with the power on, and the customer is glad that his computer keeps running.',
            reason: 'This is absent because it works on live wires, whatever it does on other days.'
        }
    ],
    fault_finding: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'A breaker that trips is annoying for the family, I know that from home. People should really have their installation looked at every few years, but nobody wants to spend money on it. In old houses from the sixties you find things that you would not believe, for example cloth around the wires. I could tell stories about that for hours, and most of my customers have become friends over the years.',
            reason: 'This is absent because it names no way of finding the cause.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'I change the breaker first, that is the cheapest part. If it goes on I change the sockets in the kitchen and after that the cooker connection, until it stops at some point.',
            reason: 'This is absent because it changes parts at random.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I pull out all the plugs in the flat and put them in again one by one. When it trips, I have found the device, and the customer has to have it repaired.',
            reason: 'This is partial because it unplugs devices until it holds.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'Usually it is the washing machine or the kettle. So I unplug both and see whether the breaker stays in over the evening.',
            reason: 'This is partial because devices are unplugged and nothing is measured.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'I ask what runs in the evening: it was always after dusk. So I take the outgoing wires off one by one and measure each against earth. The garden line had 0.03 megohm, the others over 200. In the lamp by the pond there was water. I dry the joint, measure again, and let it burn overnight before I call it repaired.',
            reason: 'This is strong because it asks when, separates circuits, measures and confirms.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'With a clamp meter I logged the current for one evening, and at seven it rose to 19 amps on a 16 amp line. The family confirmed that oven and dryer run at that time. I disconnected one after the other to be sure, both were sound, and after moving the dryer to its own line I watched another evening.',
            reason: 'This is strong because it asks for the time, measures, separates and confirms before the end.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: 'My opening question is about the hour, and it was always dusk. I take the outgoing lines off singly and test each against ground: garden 0.03 megohm, everything else above 200. There was water inside the lamp near the pond. Dried and sealed, it had to burn for a whole night before I packed up.',
            reason: 'This is strong because the hour, single lines, values and a night of proof are there without the words of the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'I ask when it happens and which devices are running then. If it is simply too much at once, I put in a bigger breaker, 25 amps in place of 16, and then there is peace.',
            reason: 'This is absent because the question leads to a dangerous part and not to the cause.'
        }
    ],
    customer: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'Our office makes the bills, I have nothing to do with prices. I write down my hours and the material, and a week later the customer gets a letter. I think that good work has its price, and whoever calls a specialist knows that. Most people in our area are decent and pay without a word. My part is that it works afterwards and that I sweep the floor before I leave the place.',
            reason: 'This is absent because the customer is told nothing before the bill.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'I do not mention it, because then there is only trouble at the door. When the invoice comes they see it anyway, and our office can talk with them.',
            reason: 'This is absent because nobody is told before the bill.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'When I am done I tell the customer that it took three hours longer because of the old pipes in the wall, and that it will be more than we thought. Most of them understand that.',
            reason: 'This is partial because the customer is told at the end.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'At the end I go through the costs with the customer and explain why it became more expensive than my estimate, so that the invoice is no surprise.',
            reason: 'This is partial because it explains, but only after the work.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'I put the drill down and get the customer. I show her the burnt cable behind the oven and say that it will be 640 instead of 400, or 480 if we leave the hall for next year. She gets both on my tablet, chooses and signs. Until she has, I do not touch another wire.',
            reason: 'This is strong because work stops, the reason is shown, there are choices and a written yes.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'In an old kitchen I found no earth wire at all. I stopped, took the owner into the kitchen, and let him see it. By mail he got the new sum and a cheaper way with fewer sockets. He answered in the evening that he wanted the first one, and so I went on the next morning.',
            reason: 'This is strong because it stops, shows, gives two ways and continues only after a written answer.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: 'Tools down, and I fetch the owner to see the burnt wires behind the oven with her own eyes. It will be 640 euros now, or 480 if the hall remains for next year. Both figures are on my tablet, with a line for her name under each. Until her name is there, nothing gets touched.',
            reason: 'This is strong because it halts, lets her see the cause, names two sums and needs her signature, without the words of the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'I always list every item on the bill, so the customer can see later where the money went. I do not stop in the middle to talk about it. The work has to be done anyway, and they will pay in the end.',
            reason: 'This is absent because nobody is told before the bill, however detailed it is.'
        }
    ]
};
