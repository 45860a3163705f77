import { brand } from '@/lib/brand'
import { ContactLink, LegalDocument, type Part } from './document'

const parts: Part[] = [
  {
    title: 'What we keep',
    text: 'Your name, email address and phone number as you gave them, the invite code you used, when your membership began and ends, your orders with the email address each was sent to, what was delivered and what you reported about it, your token history, your notifications, favourites and choices, and your sign-ins with their time, browser and network address. Your password is stored only as a hash.',
  },
  {
    title: 'What for',
    text: 'To let you in, to keep your balance right, and to deliver what you order. We send emails about your account and your orders, invitations to those who are invited, and nothing else.',
  },
  {
    title: 'Who sees it',
    text: 'You, and the administrators of the membership. What administrators change is logged. When a benefit comes from another company, it receives the email address you gave for that order, as it could not be delivered otherwise. We never sell your data.',
  },
  {
    title: 'Payments',
    text: 'Where something is paid, you pay on the page of our payment provider, Stripe, which receives your email address and what you buy. Your card never reaches us. We keep what was paid, for what, and when, as the law of bookkeeping requires, also after your account is deleted, then without your name.',
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
    text: 'Attempts to use invite and token codes, and requests for an invitation or for the deletion of an account, are counted for at most a day, by account or network address, so that codes cannot be guessed and nobody fills the waitlist.',
  },
  {
    title: 'The waitlist',
    text: 'If you ask for an invitation, we keep your email address and when you asked, until an administrator has decided, and for at most 180 days. It is used for nothing else, and you hear from us only if you are invited.',
  },
  {
    title: 'Invitations',
    text: 'If somebody invites you, we keep the address the invitation went to, their message, and whether the email was sent, opened by its link, and used. Address and message are erased after 180 days if you have not joined. For 30 days we remember whom we have emailed, and for good who wants no more invitations, both by a fingerprint instead of the address. Whoever invited you sees whether you have joined, never what you order; we keep who invited whom for the bonus that you both receive.',
  },
  {
    title: 'For how long',
    text: 'Notifications are deleted after 180 days, records of emails after 90, counted attempts after a day; the text of an email is not stored. Everything else stays as long as your account. Orders, transactions and the log of changes stay afterwards, without your name and address, so that the accounts still agree.',
  },
  {
    title: 'A copy of your data',
    text: 'On the tab Privacy of your profile you can download everything we hold about you as one file, with JSON for programs and CSV for spreadsheets. What was delivered and you have not opened yet is named without its content. What administrators note for each other about an order is not in it.',
  },
  {
    title: 'Deleting your account',
    text: 'You can ask for it on the tab Privacy of your profile, with your password, and confirm it by email within a day. It is carried out 14 days after that; until then signing in and one click undo it. Open orders are cancelled first, and tokens are given up. Your login, profile, notifications, favourites, choices and sign-ins are deleted. Orders and transactions remain as bookkeeping, without your name, email address, phone number and reasons; who invited whom remains as numbers without a person. Your address is used once more, to say that the account is gone, and then forgotten.',
  },
  {
    title: 'Your rights',
    text: (
      <>
        You may see, correct, export and delete what we hold about you. Name and phone you change on your
        profile, where you also download or delete your data; for the rest, write to <ContactLink />.
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
