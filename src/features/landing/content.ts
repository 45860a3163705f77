/** The words of the landing page that are not the product's own: examples, and samples that say so (D26). */
export const perks = [
  {
    kind: 'AI tools',
    about: 'Seats and credits for tools that draft, look up and take notes.',
    picture: '/benefits/contour.svg',
    examples: [
      { name: 'Minutes', price: 35 },
      { name: 'Quillwright Pro', price: 40 },
      { name: 'Lantern Research', price: 55 },
      { name: 'Contour Image Studio', price: 60 },
    ],
  },
  {
    kind: 'Courses',
    about: 'Live cohorts and recorded lessons, taught by people who do it.',
    picture: '/benefits/modelling.svg',
    examples: [
      { name: 'Type and Layout', price: 30 },
      { name: 'Financial Modelling', price: 45 },
      { name: 'Leading Small Teams', price: 50 },
      { name: 'Negotiation for Engineers', price: 90 },
    ],
  },
  {
    kind: 'Templates',
    about: 'Documents you would otherwise write at midnight.',
    picture: '/benefits/boarddeck.svg',
    examples: [
      { name: 'Operating Manual', price: 12 },
      { name: 'Board Deck Kit', price: 15 },
      { name: 'The Contract Folder', price: 20 },
    ],
  },
  {
    kind: 'Software licences',
    about: 'A year of the programs a small company runs on.',
    picture: '/benefits/keystone.svg',
    examples: [
      { name: 'Keystone Vault', price: 25 },
      { name: 'Framewell Prototyping', price: 80 },
      { name: 'Tallybook Accounting', price: 120 },
    ],
  },
]

export const steps = [
  {
    title: 'You join with an invite code',
    text: 'A code of ten characters opens registration. Your account starts with 25 tokens.',
    tokens: 25,
    balance: 25,
  },
  {
    title: 'You redeem a token code',
    text: 'Codes are handed out by the house and its partners. Each one works once.',
    tokens: 50,
    balance: 75,
  },
  {
    title: 'You choose a benefit',
    text: 'You see what it costs and what would be left, then confirm.',
    tokens: -40,
    balance: 35,
  },
  {
    title: 'It arrives by e-mail',
    text: 'Orders are processed within 24-48 hours. If one is cancelled, its tokens come back.',
    tokens: 0,
    balance: 35,
  },
]

export const voices = [
  {
    words:
      'I stopped keeping a list of subscriptions to cancel. I look at one number, and I know what it will buy.',
    name: 'Oriane Decker',
    work: 'product designer',
  },
  {
    words: 'The modelling course cost 45 tokens and paid for itself in the first board meeting.',
    name: 'Kwame Asante',
    work: 'finance lead',
  },
  {
    words: 'An order went wrong once. The tokens were back before I had written to anyone.',
    name: 'Birgit Thorne',
    work: 'structural engineer',
  },
]

export const films = [
  {
    title: "A member's first month",
    length: 'about 2 minutes',
    picture: '/art/film-1.svg',
    ground: 'bg-[#0C3127]',
  },
  {
    title: 'Inside the workshop',
    length: 'about 3 minutes',
    picture: '/art/film-2.svg',
    ground: 'bg-[#3E171E]',
  },
]
