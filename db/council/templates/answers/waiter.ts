import type { TemplateAnswers } from '../template.ts';

export const waiterAnswers: TemplateAnswers = {
    full_house: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'I love it when it is full, then the evening flies by. I have worked on a cruise ship with eight hundred guests and at the big festival in our town, so I am used to other things than thirty tables. You must not show stress, that is my rule. White shirt, straight back, and I always keep a comb in my pocket. The tips are best on such evenings too, if you are quick and smile a lot.',
            reason: 'This is absent because it names nothing that is done for the guests.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'When the kitchen is behind I stay in the pantry for a while and polish glasses. If you do not walk past the tables, nobody can complain to you.',
            reason: 'This is absent because it hides from the guests.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I say to the guests that it takes a bit longer today because we are full. Most of them nod, and some order another beer.',
            reason: 'This is partial because it only says that it takes longer.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'If somebody asks where their food is, I apologise and explain that there is a lot going on in the kitchen and that it will come soon.',
            reason: 'This is partial because it explains the delay when asked, and that is all.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'As I take the order I say that the roast needs forty minutes tonight, and what would be faster. Bread and olives come with the drinks. Then I make my round past all tables every few minutes, also those that are not mine, and ask the chef which table is next, so that what I promise is true.',
            reason: 'This is strong because it says early how long, brings something, keeps an eye on all and speaks with the kitchen.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: "On Mother's Day we were forty minutes behind. I told each table so before they sat down, put water and a small soup in front of the children, and every ten minutes I asked at the pass what was coming. My colleague took over the terrace, and I went round with the drinks so that nobody had to wave.",
            reason: 'This is strong because guests know early, get something, are looked after, and the kitchen is asked.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: 'Before anyone sits down they hear from me that the roast needs forty today and the pasta fifteen. Olives arrive along with their drinks. I pass every corner of the terrace again and again, even the ones that are not mine, and ask the chef which plates are coming, so that my promises hold.',
            reason: 'This is strong because early news, a bite, attention and the chef are there without the words of the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'I bring bread to the tables if there is some left. But on a Saturday guests have to be patient, they can see for themselves that it is full. I do not start explaining that at every table.',
            reason: 'This is absent because the guests are told nothing and left to wait.'
        }
    ],
    complaint: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'In gastronomy you have to be able to read people. I see straight away who wants to complain, mostly it is couples who have been quarrelling in the car. I have been a waiter in Vienna, in Zurich and on the coast, and the customs are different everywhere. In Vienna they grumble, in Zurich they write a review. One must not take it to heart, otherwise one does not grow old in this beautiful profession.',
            reason: 'This is absent because nothing is done about the meat.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'I ask him whether he has been on the phone for a long time. Our plates are warmed, so that cannot be. If he had started at once, it would have been hot.',
            reason: 'This is absent because it argues with the guest.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I take the plate and bring it to the kitchen so that they warm it up. After a few minutes he gets it again.',
            reason: 'This is partial because the plate is taken back and nothing else.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'Of course I take it with me and tell the cook that it was cold. He puts it in the oven for a moment, and then I serve it once more.',
            reason: 'This is partial because it only takes the plate back.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'I say that I am sorry and have the plate in my hand while I say it. The steak is done fresh, in eight minutes, I tell him, and I ask whether the others would like theirs kept warm. When he has had two bites I come by and ask. The coffee is on us.',
            reason: 'This is strong because it apologises, takes it at once, says when, comes back and makes good.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'A lady once had cold lamb. I apologised, took it out immediately and asked for a new portion, not the same one heated. She heard from me that it would be ten minutes and got a small salad until then. Afterwards I asked if it was right now, and the dessert did not appear on her bill.',
            reason: 'This is strong because apology, new portion, time, a second question and amends are all there.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: "I regret it aloud, and in the same second my hand is on the dish. Eight minutes for another steak, I promise him, and offer to have the others' food kept warm until his is there. After his second bite I pass by and enquire. His dessert does not get charged, and he hears that from me, not from the receipt.",
            reason: 'This is strong because regret, speed, a time, a second question and amends are there without the words of the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'I say sorry, because that is polite. But it was hot when I brought it, and I let the guest know that too, in a friendly tone. The meat stays on the table, as we cannot cook everything twice.',
            reason: 'This is absent because the polite word stands next to an argument, and nothing is done.'
        }
    ],
    allergies: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'Allergies have really become a fashion. When I began twenty years ago, nobody ever asked such things, and everybody survived. Today it is gluten, lactose, nuts, histamine, at each table something else. I do not have any allergy myself, thank God, I eat everything, even oysters. In my opinion people who have so many problems should rather cook at home, but I would never say that aloud to a guest, of course.',
            reason: 'This is absent because it gives the guest no answer that was checked.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'I would say that there are no nuts in it, as far as I remember. It is a chocolate cake, and I have carried it out a hundred times without anything happening.',
            reason: 'This is absent because it guesses.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I tell the guest that I will be back in a moment, go to the kitchen and ask. Then I pass on what they told me there.',
            reason: 'This is partial because it asks the kitchen and nothing else.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'If I am not sure I ask the cook whether there are nuts in the dish, because he has made it. When he says no, the guest can order it.',
            reason: 'This is partial because it only asks.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'I tell the guest openly that I do not know and will not guess. I ask the cook and look in the folder where each dish has its list, because the pesto changes. On the order I write NUTS in capitals with the seat. Before I put the plate down, I say to the guest what the cook has confirmed.',
            reason: 'This is strong because it is open, asks, looks at the list, marks the order and confirms at the table.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'A father asked about the sauce for his son. I said that this had to be checked first, and went to the chef: walnut oil. So we went through the ingredients of two other dishes together. The order got a red mark, a clean pan was used, and at the table I told him again what was in it.',
            reason: 'This is strong because it checks openly with chef and ingredients, marks the order and confirms.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: 'That needs checking, he hears from me openly, and until then I promise nothing. The chef and the folder with every recipe have to agree, since our pesto varies. NUTS goes on the slip in red with the seat number. As I serve it, I repeat to him what the two of us found.',
            reason: 'This is strong because openness, chef and folder, a red note and a second word are there without the words of the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'I would ask in the kitchen if they are not too busy. Otherwise I tell the guest that there may be traces of nuts at most, and that a little does no harm.',
            reason: 'This is absent because the guest gets a guess that may be dangerous.'
        }
    ]
};
