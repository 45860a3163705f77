import { brand } from '@/lib/brand'
import { ContactLink } from './contact-link'
import { LegalDocument, type Part } from './document'

const parts: Part[] = [
  {
    title: 'What we keep',
    text: 'Your name, email address and phone number as you gave them, the invite code you used, when your membership began and ends, your orders with the email address each was sent to, and your token ledger. Your password is stored only as a hash.',
  },
  {
    title: 'What for',
    text: 'To let you in, to keep your balance right, and to deliver what you order. We send emails about your account and your orders, and nothing else.',
  },
  {
    title: 'Who sees it',
    text: 'You, and the administrators of the membership. What administrators change is logged. When a benefit comes from another company, it receives the email address you gave for that order, as it could not be delivered otherwise. We never sell your data.',
  },
  {
    title: 'Where it is',
    text: 'Accounts and data are held by a hosting company that works on our behalf and under our instructions.',
  },
  {
    title: 'In your browser',
    text: 'No cookies, no analytics, no trackers. Your browser stores your session, your choice of light or dark, and, while you are signed in, what the pages last showed. Signing out removes the session.',
  },
  {
    title: 'Codes and attempts',
    text: 'Attempts to use invite and token codes are counted for a day, by account or network address, so that codes cannot be guessed.',
  },
  {
    title: 'Deleting your account',
    text: 'Your login and profile are deleted. Your orders and ledger entries remain as bookkeeping, without your name, email address or phone number.',
  },
  {
    title: 'Your rights',
    text: (
      <>
        You may see, correct, export and delete what we hold about you. Name and phone you change on your
        profile, orders you export from Order History; for the rest, write to <ContactLink />.
      </>
    ),
  },
]

export function Privacy() {
  return (
    <LegalDocument
      title="Privacy"
      lede={`${brand.name} keeps what it needs to run your membership, and nothing to follow you around.`}
      parts={parts}
    />
  )
}
