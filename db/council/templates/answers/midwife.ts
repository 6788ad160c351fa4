import type { TemplateAnswers } from '../template.ts';

export const midwifeAnswers: TemplateAnswers = {
    birth_plan: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'Every birth is different, and that is what I love about my profession. I have accompanied more than four hundred of them, in a big clinic and in a small birth centre, and I still cry sometimes. Many parents come with very exact ideas from the internet, with music and with candles. I always smile about it, because children have their own plans and in the end all of them are happy.',
            reason: 'This is absent because it names no way of working with the parents.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'When things get serious the doctors take over and I do what they tell me. The parents are usually too excited to take anything in, so I concentrate on the machine.',
            reason: 'This is absent because the parents are left out altogether.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I tell the parents what is going on, for example that the cervix is not opening any further and that we are now preparing for the theatre. Most of them are grateful that somebody explains it.',
            reason: 'This is partial because it explains what happens and offers nothing else.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'A couple wanted to give birth in water, but the tracing was not good. I explained to them that she would have to come out of the tub and that we would be monitoring the child from now on.',
            reason: 'This is partial because it explains the change, without choices, consent or a talk afterwards.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'As soon as I saw that the head was not moving down, I sat on the edge of the bed and told both of them why the plan no longer fitted. They could still choose the position and who would cut the cord. I asked whether they agreed to the drip, and two days later we went through the whole birth again.',
            reason: 'This is strong because it explains early, offers what is left to choose, asks for consent and talks it over later.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'A mother who wanted no drugs was exhausted after twenty hours. I told her early what I was seeing, showed her two ways, a bath or an epidural, and let her decide. She said yes to the epidural. On the third day I visited her, and we spoke about how it had been for her.',
            reason: 'This is strong because it tells early, shows two ways, lets her decide and comes back to it.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: 'Once I notice that things take another course, I say so at the next pause between contractions, together with the reason. I list what remains in their hands, such as music, light or position. Nothing is done before I have heard a yes, and during the week I visit to hear how they remember that night.',
            reason: 'This is strong because it informs early, names what remains open, waits for a yes and returns to it, without the words of the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'I explain to the parents that it is going differently now. In such a moment there is no time to ask what they would like, so I do what is needed, and they have to trust me. Afterwards they are relieved.',
            reason: 'This is absent because consent is ruled out next to a short explanation.'
        }
    ],
    warning_signs: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'As a midwife I have a very good feeling for that. In all these years my gut has hardly ever been wrong. Pregnancy is not a disease, and I find that far too many women are sent to the hospital these days and come home frightened. I take a lot of time, drink tea with them and talk about the family. Whoever trusts her body rarely needs a doctor, that is my experience.',
            reason: 'This is absent because it names no sign and no call.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'I would call when she faints or when she asks for it herself. Before that there is no reason to worry her, because most things go away again after a bit of rest.',
            reason: 'This is absent because it calls only when it is too late.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'If she is bleeding I call the doctor, that is clear. I would describe on the phone what I see and ask whether she should come in.',
            reason: 'This is partial because it names one sign and no threshold or figures.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'Swollen hands and a strong headache are signs that I take seriously. In such a case I would send the woman to her gynaecologist on the same day.',
            reason: 'This is partial because it names two signs, without a threshold, figures or care until then.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'Blood pressure from 140 over 90, protein in the urine, flickering before the eyes or pain under the ribs: with any of these I ring the labour ward immediately. I give week, both readings and the time of each, and I stay with her, lay her on her left side and repeat the pressure until the ambulance is there.',
            reason: 'This is strong because it has several signs, a threshold, a call with figures and care until help comes.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'I phone at once if a pad is soaked within an hour, if the child has hardly moved since the morning, or if its heart rate stays under 110. In March it was 95 for four minutes. I told the doctor exactly that, turned the mother to her side, put in a line and kept the tracing running.',
            reason: 'This is strong because it names several signs with limits, an immediate call with figures and what was done meanwhile.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: 'A soaked towel within an hour, a child that has stopped kicking since breakfast, hands so swollen that rings no longer fit, a systolic of 140 or more: any one of them is enough. I dial the ward straight away, state week and values, and until the ambulance arrives I keep her lying on her left, warm and watched.',
            reason: 'This is strong because several signs, a limit, an immediate call with values and care meanwhile are there in other words.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'I know that a blood pressure over 140 is a warning sign and I always write it down carefully. If she feels well otherwise, I wait until the next visit and measure again then.',
            reason: 'This is absent because the sign is known, but it waits until the next visit.'
        }
    ],
    first_days: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'The first visit is always something special. The whole family is there, the grandmother has baked a cake, and I get to admire the little one. I like this part of my work most of all, because you can feel the happiness in the flat. I usually stay for an hour and tell a few stories from earlier days. Paperwork I do later in the car, so that I do not disturb them.',
            reason: 'This is absent because nothing is done for the mother or the child.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'I ring the bell, introduce myself and see whether everything is fine. If nobody has a question I do not want to be in the way, and I come again in a week.',
            reason: 'This is absent because it names nothing that is looked at.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I put the child on my scales and write down the weight. Then I look at the navel and the colour of the skin, and I show the father how to change a nappy.',
            reason: 'This is partial because only the child is looked at.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I ask to see how the scar is healing and I feel whether the womb has gone down. If the mother has pain I recommend something for it, and she should rest as much as possible.',
            reason: 'This is partial because only the mother is looked at.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: "First I weigh the child and compare it with the weight at birth. Then I watch a whole feed and correct how he takes the breast. I check the mother's wound, ask how many hours she has slept and whether she cries a lot, and leave my mobile number with the signs for which she must ring.",
            reason: 'This is strong because both are looked at, with weight, a feed, how she feels, and a number.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: "At a visit in May the baby had lost nine percent. I stayed for a feed, we tried another position, and he swallowed at last. I looked at the mother's tear and her legs, asked her how she was coping at night, and noted on the fridge at which hour I could be reached and for what.",
            reason: "This is strong because weight, feed, the mother's body and mood, and a way to reach the midwife are all there."
        },
        {
            level: 'strong',
            kind: 'twin',
            text: 'My scales come out first, and I compare today with the day of birth. Then I sit beside her while she nurses and correct the angle of his chin. I examine her stitches, want to hear about her nights and her tears, and stick my mobile on the fridge together with the reasons to ring.',
            reason: 'This is strong because weight, nursing, her body, her nights and a way to reach help are there without the words of the indicators.'
        }
    ]
};
