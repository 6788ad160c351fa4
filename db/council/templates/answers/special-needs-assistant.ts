import type { TemplateAnswers } from '../template.ts';

export const specialNeedsAssistantAnswers: TemplateAnswers = {
    calming: [
        {
            level: 'absent',
            kind: 'plain',
            text: "I have a lot of patience and I get along with all children, that is what everybody says about me. I raised three boys of my own, and my sister's daughter is with us every weekend. In a class you need somebody who has nerves of steel. Of course there are days on which it is noisy, and then I look forward to my evening in the garden, but I would not want to do anything else.",
            reason: 'This is absent because it names no step at all.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'I tell him very clearly that this is not how we behave, and he has to write lines during the break. If he goes on, his parents are called and he is not allowed on the school trip.',
            reason: 'This is absent because it punishes.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I take the boy by the arm and go out with him into the corridor. There he can scream as much as he wants, and when he is done we go in again.',
            reason: 'This is partial because the pupil is only brought out of the room.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'The most important thing is that he gets out of the situation. So I would walk him to the room next door and sit there with him until the lesson is over.',
            reason: 'This is partial because it brings him out and nothing more.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'First I send the others to the window side so that no chair hits anybody. I kneel down two metres from her, say her name and one sentence, softly, and then I wait. When her breathing slows we go to the beanbag. After school I ask the teacher what came before, and it was the fire drill.',
            reason: 'This is strong because others are safe, it speaks little and softly, gives time, and looks for what set it off.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'With Jonas I moved the scissors and the neighbours away, dimmed the light and hardly spoke. I held up the card with the blue corner, and he went there by himself after five minutes. Later I wrote down what had happened just before: for the third time it was a change of room.',
            reason: 'This is strong because it makes it safe, says little, gives time and finds the cause later.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: 'The rest of the class goes to the window with the teacher, and sharp items go with them. I crouch at some distance, say his name once, softly, and do nothing else until his shoulders sink. In the afternoon I go over the half hour in my mind, and usually a bell or an itchy jumper was behind it.',
            reason: 'This is strong because safety, few soft words, patience and a search for the reason are there without any word of the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'I try a calm voice first, because that is what we learned. But if a boy of twelve does not react, I shout back so that he notices who is in charge. After that it is normally quiet.',
            reason: 'This is absent because the calm voice ends in shouting back.'
        }
    ],
    independence: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'The pupil should of course feel comfortable with me. I sit next to her the whole morning, I sharpen her pencils and I write the date on her sheet, so that she is not slower than the rest of the class. When the bell rings everything is finished and neat. Her mother was so happy at the end of the year about the beautiful folder that she brought me flowers.',
            reason: 'This is absent because the task is done for the pupil.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'If he cannot do it, I write the solution down and he copies it. That way he has the right answer in his book and is not sad that the others were faster.',
            reason: 'This is absent because the solution is given to be copied.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'I sit beside him, help him where he gets stuck and tell him how great he is doing. Children need praise, and with a bit of support nearly all of them manage the worksheet.',
            reason: 'This is partial because it helps and praises, and the help does not get less.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'When Aylin does sums I help her to count on her fingers, and I give her a sticker for every line. She likes that and is proud of her stickers.',
            reason: 'This is partial because it is help with praise, without steps that lead to doing it alone.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'Tying shoes took us six weeks. I cut it into five parts and photographed each. On the first days we did all of them together, then only I began and he ended, later I counted to ten silently before I touched anything. I told him exactly what had worked: that loop you held by yourself.',
            reason: 'This is strong because there are small parts, showing, waiting, less help and a precise word on what went well.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'For long division I made a strip with four pictures. I did one sum aloud, she did the next with me, and then I sat on my hands and waited. After a week I stood at the window and only came when she pointed at the strip. I named what she had done alone, not that she was clever.',
            reason: 'This is strong because it shows, waits, steps back and says what was done well.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: 'Packing the school bag became a row of five photos on his desk. For some days I did it with him, later only the opening move was mine, and finally I sat on my hands even though it was hard. In the end I stood at the door. I named precisely what he had managed without me.',
            reason: 'This is strong because it is cut into parts, shown, waited for and given over to him, in other words than the indicators.'
        },
        {
            level: 'absent',
            kind: 'disqualifier',
            text: 'I show the task first and explain it in small steps. Since we have only forty-five minutes, I then do it myself, it is faster, and he colours in the picture at the end.',
            reason: 'This is absent because after a good beginning the task is done for the pupil.'
        }
    ],
    teamwork: [
        {
            level: 'absent',
            kind: 'plain',
            text: 'I am responsible for my pupil, and I have my own way with him that has worked for years. Teachers come and go, in four years there were five different ones, and each had other ideas. The parents I know from the summer party, they are nice people. I have always got on best when nobody talked me into anything, and the boy and I understand each other without many words anyway.',
            reason: 'This is absent because it works alone.'
        },
        {
            level: 'absent',
            kind: 'plain',
            text: 'My working time is from eight to one, and after that I have another job. For meetings there is unfortunately no time, so I do what is on the timetable and leave the rest to the school.',
            reason: 'This is absent because it does not work with the teacher or the parents.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'If something happens, for example a fight, I tell the class teacher during the break. With the parents I talk when they call because of a problem.',
            reason: 'This is partial because it talks only when there is a problem.'
        },
        {
            level: 'partial',
            kind: 'plain',
            text: 'When Mia refused to come in from the yard for a whole week, I asked the teacher for a meeting with the mother. We sat together and talked about it, and then it got better.',
            reason: 'This is partial because the talk came only after a problem.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'In September the teacher, the parents and I set two aims, and one was eating with the class. A small book travels in the bag: I note one thing that succeeded and one that did not, the father answers in the evening. What he tells me about home stays with me, and before I change anything I ask the teacher.',
            reason: 'This is strong because there are agreed aims, daily news, discretion and a question when unsure.'
        },
        {
            level: 'strong',
            kind: 'plain',
            text: 'Every day at one I write two lines for the family and show them to the teacher first. The three of us agreed on what we want by Easter: that Emil asks for help with his card. His diagnosis I never mention in front of the class. When I was unsure about the medicine, I asked before I did anything.',
            reason: 'This is strong because aims, daily lines, confidence and asking are all there.'
        },
        {
            level: 'strong',
            kind: 'twin',
            text: "Since autumn the three of us want the same two things for Lena, and they hang inside my locker. Her father gets two lines from me at one o'clock, including what failed. Whatever he confides stays between us. And if I am unsure, I raise it with the class tutor before I act.",
            reason: 'This is strong because shared aims, daily news, discretion and asking are there without the words of the indicators.'
        }
    ]
};
