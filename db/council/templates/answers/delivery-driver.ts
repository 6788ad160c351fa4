import type { TemplateAnswers } from '../template.ts';

export const deliveryDriverAnswers: TemplateAnswers = {
    loading: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'I have had my licence for nineteen years without a single point, and I know the city like my own pocket. I used to drive a taxi, so no one-way street surprises me. A van is like a second home for me, I keep it clean and I have a good radio in it. Thirty stops are not a lot, at Christmas I had up to a hundred and twenty, and I still managed to be home for supper.',
            reason: 'This is absent because it names no order of loading.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'Everything goes in as it stands on the ramp. I remember quite well where I put things, and if I cannot find a parcel I climb in and look for it.',
            reason: 'This is absent because there is no order.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'The heavy parcels go to the bottom and the light ones on top of them, so that nothing gets crushed on the way. Then I close the door and start.',
            reason: 'This is partial because it is only about heavy things at the bottom.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I make sure that the washing machines and the crates stand on the floor of the van. Small boxes I put on the shelves wherever there is room for them.',
            reason: 'This is partial because heavy goods are low, without an order by stops or a check.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'I put the thirty slips in order and load from the end: what I deliver last goes in first, right at the back wall. Crates of water stand low over the axle with a strap, glass goes on the upper shelf. I scan each piece, thirty of thirty, check that the customs papers are in the folder, and walk once round the van.',
            reason: 'This is strong because it loads backwards, low and strapped, and checks list and papers.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'On Monday the last stop was a farm with two heavy boilers. They went in first and low, with anti-slip mats and two belts. After them came stops twenty-nine down to one, each with its number in chalk. At the end I compared the list with the shelf, found one parcel missing, and got it before I drove off.',
            reason: 'This is strong because it goes backwards by stop, low and secured, and the list is compared.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: 'Number thirty goes in before twenty-nine, and so on down to number one beside the door. Crates of water stand on the floor between the wheels with belts across them, glass travels above. I count thirty pieces against thirty lines on paper, put the customs forms in the folder, and only then shut the doors.',
            reason: 'This is strong because a backward sequence, low weight, belts and a count are there without the words of the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'The heavy things go at the bottom, everybody knows that. For the rest there is no time in the morning, I throw it in and sort it out at the stops while the engine is running.',
            reason: 'This is absent because apart from the heavy things there is no order.'
        }
    ],
    nobody_home: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'That happens to me rarely, because people know me on my tour. Many of them give me a coffee or a few sweets at Easter. I have driven in the same quarter for seven years now, and I know most dogs by name too. You need a feeling for people in this job, more than anything else, and you should always have a friendly word on your lips, even on a Monday morning in the rain.',
            reason: 'This is absent because nothing is done with the parcel.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'I put it behind the flower pots, where nobody sees it from the street, and tick it as delivered. So the customer has it in the evening and does not need to drive anywhere.',
            reason: 'This is absent because it is left at the door.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'If nobody opens, I fill in a card and put it in the letter box. The customer can then pick the parcel up at the shop.',
            reason: 'This is partial because it leaves a card and nothing else.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I leave a note that I was there and drive on. After thirty seconds at the door it makes no sense to stand around any longer with eighty parcels in the van.',
            reason: 'This is partial because there is only a note.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'I ring a second time and knock, because bells are often broken. Then I dial the number on the label. If the sender allows a neighbour, I ask there, otherwise the parcel stays in the van. The card says when I was there, 10:40, and that I come again tomorrow, and I enter the failed attempt in the device.',
            reason: 'This is strong because it tries again, calls, minds the rule about neighbours, leaves a time and records.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'Last week a woman did not hear me. I phoned her, and she was in the cellar and came up to sign. At the next house nobody answered either call. Handing it to the neighbour was not permitted for that one, so I left a card with the hour, took a photo of the door and brought the box back to the depot.',
            reason: 'This is strong because it calls, respects what is not allowed, leaves the hour and records it.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: 'Bells are often broken, so my fist gets a turn as well, and after a minute I dial the recipient. If the sender forbids handing it over next door, it travels with me. In the letter box they find 10:40 and when I will be there again, and my device gets the failed attempt with the reason.',
            reason: 'This is strong because a second try, a dial, the rule, a written hour and an entry are there without the words of the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'I ring again and wait for a minute, sometimes they are in the shower. If nothing moves I sign it myself with a squiggle and put the parcel on the mat, so that the tour does not fall behind.',
            reason: 'This is absent because the driver signs and leaves it at the door.'
        }
    ],
    tired: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'I am a very resilient person and hardly ever tired. At nineteen I worked in a bakery, where you start at two in the morning, and that hardened me for life. Rain does not bother me either, I have good wipers. An hour late is nothing, with us every tour is late because the plan comes from somebody who has never sat in a van. You learn to live with that and whistle a song.',
            reason: 'This is absent because nothing is done about being tired or late.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'Then I step on it between the villages, where there are no cameras. With an energy drink you are wide awake again, and the hour can be caught up before six.',
            reason: 'This is absent because it drives faster.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I pull over at the petrol station, get a coffee and close my eyes for a quarter of an hour. After that I feel fresh and go on with the tour.',
            reason: 'This is partial because it takes a break and nothing else.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'When I notice that my eyes get heavy, I stop, walk around the van a few times and drink water. The parcels have to wait for so long.',
            reason: 'This is partial because there is only a break.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'I park and rest for twenty minutes. Before that I ring the office and say honestly that I am an hour behind and tired. They give six of my stops to Pavel and message the customers a new window. Afterwards I drive at sixty where eighty is allowed, with double distance, because the road is wet.',
            reason: 'This is strong because there is a break, a call, moved stops, informed customers and driving by the weather.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'In November I nearly missed a red light. I stopped at the next car park, told dispatch that I would not make it, and they moved four parcels to the next day and let the people know. After half an hour of sleep I went on more slowly, as it was pouring, and finished at seven without hurry.',
            reason: 'This is strong because it stops, informs, lets parcels and people be moved, and drives by the weather.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: "Half an hour with closed eyes on a car park comes before anything else. Then the boss hears frankly that I am behind, Pavel gets six of my addresses, and the recipients are sent a later window. For the remaining roads I stay twenty below the limit, because in such rain nobody's parcel matters that much to me.",
            reason: 'This is strong because rest, frank news, shared work, informed recipients and careful driving are there without the words of the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'I call the office and tell them that I am late, so that they know. Then I try to make up the time on the motorway, tired or not, because thirty people are waiting for me.',
            reason: 'This is absent because it drives faster, whatever it told the office.'
        }
    ]
};
