// A sage of our own for the walks: three questions, as somebody types them who has not read the manual.
export interface Question {
    question: string;
    name: string;
    strong: string;
    partial: string;
    absent: string;
    indicators: readonly string[];
}

export const florist: readonly Question[] = [
    {
        question: 'A customer wants flowers for a funeral within the hour. What do you do?',
        name: 'Funeral',
        strong: 'asks for the name and the place, offers what is ready, says the time and the price',
        partial: 'offers what is ready',
        absent: 'sends the customer away',
        indicators: [
            'ask for the name',
            'show what is ready',
            'tell them the price',
            'write the card by hand'
        ]
    },
    {
        question: 'A delivery of roses comes in wilted. What do you do?',
        name: 'Delivery',
        strong: 'takes pictures, calls the grower the same day, cuts the stems and sorts what can be sold',
        partial: 'calls the grower',
        absent: 'sells the roses as they are',
        indicators: ['take pictures', 'call the grower', 'cut the stems', 'sort them by hand']
    },
    {
        question: 'How do you keep cut flowers fresh for a week?',
        name: 'Freshness',
        strong: 'changes the water each day, cuts the stems at an angle and keeps them away from fruit',
        partial: 'changes the water',
        absent: 'names nothing',
        indicators: ['change the water', 'cut at an angle', 'clean the buckets', 'away from fruit']
    }
];
