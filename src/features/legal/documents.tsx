import type { ReactNode } from 'react'
import { containerClass, PublicFrame } from '@/components/public/frame'
import { brand } from '@/lib/brand'

const contactParts: Part[] = [
  {
    title: 'An order',
    text: 'Name its order number, ORD and six digits, from Order History. If it is cancelled, its tokens are already back.',
  },
  {
    title: 'Your account',
    text: 'Write from the address you registered with. We never ask for your password. If you forgot it, the sign-in page sends you a way to set a new one.',
  },
  {
    title: 'An invite',
    text: 'Ask someone you work with who is a member, or leave your email address on the sign-up page. If we invite you, the invitation comes by email.',
  },
  {
    title: 'Your data',
    text: 'On your profile you can correct your name and phone number, and on its tab Privacy download what we hold about you or delete your account. For anything else about your data, send us an email.',
  },
  {
    title: 'A security problem',
    text: 'Tell us what you did and what you saw, and give us time to fix it before you tell others. Thank you.',
  },
]

export function Contact() {
  return (
    <LegalDocument
      title="Contact"
      intro={
        <>
          One address for everything about {brand.name}: <ContactLink />
        </>
      }
      parts={contactParts}
    />
  )
}

type Part = { title: string; text: ReactNode }
type Props = { title: string; intro: ReactNode; parts: Part[] }

function LegalDocument({ title, intro, parts }: Props) {
  return (
    <PublicFrame>
      <article className={`${containerClass} pt-20 max-md:pt-12`}>
        <h1 className="display text-3xl max-md:text-[2.625rem]">{title}</h1>
        <p className="mt-5 max-w-[60ch] text-lg/[1.875rem] text-pretty text-ink-2">{intro}</p>
        <div className="mt-14 border-t border-ink max-md:mt-10">
          {parts.map((part, index) => (
            <section
              key={part.title}
              className="grid gap-x-16 gap-y-2 border-b border-line py-6 md:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]"
            >
              <h2 className="flex gap-4 text-base font-semibold">
                <span className="figures min-w-5 flex-none font-serif text-lg/6 font-medium text-token">
                  {index + 1}
                </span>
                {part.title}
              </h2>
              <div className="max-w-[66ch] text-base/[1.625rem] text-pretty text-ink-2 max-md:pl-9">
                {part.text}
              </div>
            </section>
          ))}
        </div>
      </article>
    </PublicFrame>
  )
}

function ContactLink() {
  return (
    <a
      data-contact=""
      className="link [overflow-wrap:anywhere] max-md:-my-3 max-md:inline-block max-md:py-3"
      href={`mailto:${brand.contactEmail}`}
    >
      {brand.contactEmail}
    </a>
  )
}

const privacyParts: Part[] = [
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
      intro={`${brand.name} keeps what it needs to run your membership, and nothing to follow you around.`}
      parts={privacyParts}
    />
  )
}

const termsParts: Part[] = [
  {
    title: 'Who may join',
    text: 'Registration needs a valid invite code and an email address that you can confirm. An account is for one person. Keep your password to yourself.',
  },
  {
    title: 'The membership',
    text: `A membership runs for one year from the day you register. What a year costs, and for how many people the launch price is, stands on the landing page, and on the form when you register. It is not renewed without your consent.`,
  },
  {
    title: 'Tokens',
    text: `You receive ${brand.signupTokens} tokens when you join, and more by redeeming token codes. You can use each code once. Tokens are units of this membership: they are not money, earn no interest, and cannot be paid out or transferred to anyone else. Every transaction is listed in your Token History with the balance after it.`,
  },
  {
    title: 'Benefits and orders',
    text: `A benefit costs the tokens that the price list shows when you confirm. If the price has changed in the meantime, nothing is charged. What we can deliver at once, as a licence key, is on the order page as soon as you have ordered, and goes to the email address you give; all other orders are processed within ${brand.pendingHours}. Some benefits come from other companies, whose own terms apply to them.`,
  },
  {
    title: 'Cancelled orders',
    text: 'If an order is cancelled, its tokens return to your balance, in full and at once.',
  },
  {
    title: 'Fair use',
    text: 'Do not guess codes, sell access to your account, or disturb the service for others. We may close an account that does, and will tell you why by email.',
  },
  {
    title: 'Leaving',
    text: 'You can ask us to delete your account at any time. What is left of your tokens ends with it. What happens to your data is described on the privacy page.',
  },
  {
    title: 'Changes',
    text: 'If these terms change to your disadvantage, we write to you before they do, and you may leave.',
  },
]

export function Terms() {
  return (
    <LegalDocument
      title="Terms"
      intro={`What you can expect from ${brand.name} and what it expects from you, in plain words.`}
      parts={termsParts}
    />
  )
}
