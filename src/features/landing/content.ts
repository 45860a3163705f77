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
    text: 'The code opens registration. Your account starts with 25 tokens.',
    tokens: 25,
    balance: 25,
  },
  {
    title: 'You redeem a token code',
    text: 'Codes are handed out by the house and its partners. You can use each one once.',
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
    title: 'It arrives by email',
    text: 'Orders are processed within 24-48 hours. If one is cancelled, its tokens come back.',
    tokens: 0,
    balance: 35,
  },
]

export const assurances = [
  {
    text: 'Every token you receive or spend is listed, with the balance after it. Your balance is the sum.',
    where: 'Token History',
  },
  {
    text: 'The tokens of a cancelled order are refunded immediately.',
    where: 'Order History',
  },
  {
    text: 'You pay the price you were shown. If it changes while you are deciding, you are asked to confirm again.',
    where: 'Browse Benefits',
  },
]

export const entries = [
  { name: 'Signup bonus', tokens: 25, balance: 25 },
  { name: 'Token code redeemed', tokens: 50, balance: 75 },
  { name: 'Quillwright Pro', tokens: -40, balance: 35 },
  { name: 'Quillwright Pro, order cancelled', tokens: 40, balance: 75 },
]
