/** The owner's words. What is the demo's copy is marked as a sample, and `npm run check:deployment` reports it (D26, D51). */

/** Without a backend of its own, the site is the demo; a real one names its own benefits, or none. */
const isDemo = !import.meta.env.VITE_SUPABASE_URL
const ofDemo = <Item>(items: Item[]): Item[] => (isDemo ? items : [])

/** What the picture of the app shows; the second one is being redeemed. */
export const picturedBenefits = [
  { name: isDemo ? 'Contour Image Studio' : 'An AI tool', picture: '/benefits/contour.svg', price: 60 },
  { name: isDemo ? 'Quillwright Pro' : 'A writing tool', picture: '/benefits/quillwright.svg', price: 40 },
  { name: isDemo ? 'Keystone Vault' : 'A licence', picture: '/benefits/keystone.svg', price: 25 },
  {
    name: isDemo ? 'Framewell Prototyping' : 'A year of software',
    picture: '/benefits/framewell.svg',
    price: 80,
  },
]

export const perks = [
  {
    kind: 'AI tools',
    about: 'Seats and credits for tools that draft, look up and take notes.',
    picture: '/benefits/contour.svg',
    examples: ofDemo([
      { name: 'Minutes', price: 35 },
      { name: 'Quillwright Pro', price: 40 },
      { name: 'Lantern Research', price: 55 },
      { name: 'Contour Image Studio', price: 60 },
    ]),
  },
  {
    kind: 'Courses',
    about: 'Live cohorts and recorded lessons, taught by people who do it.',
    picture: '/benefits/modelling.svg',
    examples: ofDemo([
      { name: 'Type and Layout', price: 30 },
      { name: 'Financial Modelling', price: 45 },
      { name: 'Leading Small Teams', price: 50 },
      { name: 'Negotiation for Engineers', price: 90 },
    ]),
  },
  {
    kind: 'Templates',
    about: 'Documents you would otherwise write at midnight.',
    picture: '/benefits/boarddeck.svg',
    examples: ofDemo([
      { name: 'Operating Manual', price: 12 },
      { name: 'Board Deck Kit', price: 15 },
      { name: 'The Contract Folder', price: 20 },
    ]),
  },
  {
    kind: 'Software licences',
    about: 'A year of the programs a small company runs on.',
    picture: '/benefits/keystone.svg',
    examples: ofDemo([
      { name: 'Keystone Vault', price: 25 },
      { name: 'Framewell Prototyping', price: 80 },
      { name: 'Tallybook Accounting', price: 120 },
    ]),
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
    text: 'Codes come from us and our partners. You can use each one once.',
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
    title: 'It arrives',
    text: 'A key, a link or a file in seconds; what is prepared by hand is processed within 24-48 hours. If an order is cancelled, its tokens come back.',
    tokens: 0,
    balance: 35,
  },
]

export const guarantees = [
  'Every token you receive or spend is listed, with the balance after it. Your balance is the sum.',
  'The tokens of a cancelled order are refunded immediately.',
  'You pay the price you were shown. If it changes while you are deciding, you are asked to confirm again.',
]

export const testimonials = [
  {
    quote:
      'I stopped keeping a list of subscriptions to cancel. I look at one number, and I know what it will buy.',
    name: 'Oriane Decker',
    role: 'product designer',
    isSample: true,
  },
  {
    quote: 'The modelling course cost 45 tokens and paid for itself in the first board meeting.',
    name: 'Kwame Asante',
    role: 'finance lead',
    isSample: true,
  },
  {
    quote: 'An order went wrong once. The tokens were back before I had written to anyone.',
    name: 'Birgit Thorne',
    role: 'structural engineer',
    isSample: true,
  },
]

/** Placeholders, until there are videos. */
export const videos = [
  {
    title: "A member's first month",
    length: 'about 2 minutes',
    picture: '/benefits/teams.svg',
    ground: 'bg-field',
    isSample: true,
  },
  {
    title: 'Inside the workshop',
    length: 'about 3 minutes',
    picture: '/benefits/keystone.svg',
    ground: 'bg-[#3E171E]',
    isSample: true,
  },
]
