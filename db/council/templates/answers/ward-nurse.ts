import type { TemplateAnswers } from '../template.ts';

export const wardNurseAnswers: TemplateAnswers = {
    handover: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'I have been a nurse for eleven years and I really love the job, although the nights are getting harder for me. Our ward has thirty beds and we are always short of people. When my shift is over I change quickly, because my bus leaves at ten past and the following one only goes an hour later. My colleagues know the ward well, so that has never been a problem.',
            reason: 'This is absent because it names no way of handing over.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'Whoever comes after me can ask me if there is anything they want to know. Mostly they do not, since we have all been there for a long time and everybody knows what to do.',
            reason: 'This is absent because it leaves it to the others to ask.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'We sit down in the kitchen and I tell the late shift about my patients, whoever comes to mind, who was operated on and who is going home. Then everybody starts. It takes ten minutes at most.',
            reason: 'This is partial because it says what is passed on, but there is no order and no check that it arrived.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I tell my colleague the important things of the day, for example that Mr Ito had a fever and got paracetamol, and that the wound in bed four was dressed. Usually I do that in the corridor while she gets her tea.',
            reason: 'This is partial because news is passed on in the corridor, without order and without a check.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'We go from bed to bed in the same order, from the window to the door. For each person I say what is new since the morning and which tests are not back yet. My colleague says it back to me before we go on, and I put right what she misheard.',
            reason: 'This is strong because it has a fixed order at the bedside, what changed, what is open, and a repetition.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: "Before the night shift I print the sheet with our four headings and walk with the colleague to every bed. Last week I said at Mrs Kaya's bed that her potassium had been low and that the doctor still had to sign the infusion. He read both points back to me, and only then did we move to her neighbour.",
            reason: 'This is strong because it has headings, beds, a change, an open task and a colleague who reads it back.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: 'We walk the corridor together and stop in front of every single person, always starting with the youngest. I name what is new about them, then whatever nobody has got round to yet. My colleague says all of it again in her own words, and only when both of us have the same picture do we move along.',
            reason: 'This is strong because a fixed route, news, unfinished work and a repetition are all there, in other words than the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'I have a checklist that I fill in, and on some days I go through it with the late shift. When it gets busy I put it on the table and go. They can look it up themselves, it is all in the computer.',
            reason: 'This is absent because the list is left lying there and the others have to look it up themselves.'
        }
    ],
    deterioration: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'Luckily nothing like that has ever happened to me. I worked on a ward for short stays, where people come in for a knee or a cataract and go home two days later. We had a very good atmosphere there, we often had breakfast together after the night, and the senior nurse trained me for six months. I am sure that I would do the right thing.',
            reason: 'This is absent because it tells of no such time.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'A woman on our ward was grey in the face and sweating one evening. I thought that she was worried about the operation, so I let her sleep. In the morning she was moved to intensive care.',
            reason: 'This is absent because the signs were seen and nothing was done.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'An old man of ours was suddenly very confused at noon and pulled at his drip. I noticed because he had been so friendly before. I told the nurse in charge, and she took over from there.',
            reason: 'This is partial because a change was noticed and passed on, without measuring or checking again.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'Once I saw that a young patient after an appendix operation had become pale and did not want to drink. I rang the doctor and said that he was not well. She came in the afternoon and sent him for an ultrasound.',
            reason: 'This is partial because the doctor was told without any figures, and nothing was measured.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'Mrs Novak was breathing faster than in the morning and answered in single words. I counted thirty breaths a minute, measured 88 percent oxygen and gave her the mask. I phoned the doctor with these numbers, stayed at the bed and measured again after five minutes, until he stood beside me.',
            reason: 'This is strong because early signs, figures, a call, staying and checking again are all there.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'At two at night a man with pneumonia seemed restless to me. His pulse was 124 and his pressure 90 over 50, against 130 in the evening. I called the emergency team, told them both values, laid him flat and repeated the readings every few minutes while they were on their way.',
            reason: 'This is strong because it notices early, compares figures, calls with them and repeats the readings.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: 'A grandfather stopped joking with me and plucked at his blanket, which was not like him at all. Thirty-two times within sixty seconds his chest rose, and his skin was cold. I rang the registrar with this number, held his hand until she arrived, and counted again and again meanwhile.',
            reason: 'This is strong because subtle signs, numbers, a call, staying and repeated counting are described without the words of the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'I noticed that a patient was short of breath after supper and I measured his oxygen, which was 86. The doctors do not like to be disturbed in the evening, so I opened the window and waited until the round.',
            reason: 'This is absent because the measurement led to nothing: it waited until the round.'
        }
    ],
    families: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'In this situation I would stay professional. Relatives are often emotional, that is normal in a hospital, and one should not take it personally. I have been shouted at many times in my life. After my shift I go running, that helps me to switch off, and on the next day it is forgotten. With experience it no longer touches you, and the young colleagues learn that as well in time.',
            reason: 'This is absent because it says nothing to the daughter and does nothing for her.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'I explain to her that we are not obliged to phone everybody in the family. If she comes more often, she hears more. When she goes on shouting, I ask her to go home and calm down.',
            reason: 'This is absent because it argues and sends her away.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I say that I am sorry that nobody phoned her. Then I explain which tablet was stopped and what her mother gets now, and that the doctors decided this on Tuesday.',
            reason: 'This is partial because it apologises and explains, and that is all.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'First I would excuse myself in the name of the team. Something like that should not happen. I would then tell her what was changed and why, so that she can understand it.',
            reason: 'This is partial because it apologises and explains without hearing her out or bringing a doctor.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: "I take her to the visitors' corner and let her say everything without a word from me. Then I tell her that we should have phoned and that I am sorry. Her father has agreed that she may know, so I explain the new drug in everyday language and ask the doctor to join us within the hour.",
            reason: 'This is strong because it listens, apologises, explains what may be told and brings the doctor.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: "I offered a daughter a chair last month and listened until she was done. I said sorry, because the call really had been forgotten. I asked her mother whether I might speak about the treatment, explained the operation without medical terms and arranged a talk with the surgeon for four o'clock.",
            reason: 'This is strong because she speaks first, there is an apology, permission, plain words and a talk with the surgeon.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: 'She gets a chair and all the minutes she needs, and I do not defend myself. Then I admit that our call to her was forgotten. After her mother has nodded, I describe the new tablets the way I would to my own aunt, and I fetch the surgeon for whatever goes beyond me.',
            reason: 'This is strong because hearing her out, admitting the mistake, permission, simple language and the surgeon are there without any word of the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'I would say sorry to her, that costs nothing. But telling relatives about treatments is not my job, for that there are doctors. She can try to catch one of them on the ward tomorrow.',
            reason: 'This is absent because the apology stands next to a refusal: she is sent away with her question.'
        }
    ]
};
