import { brand } from '@/lib/brand'
import { LegalDocument, type Part } from './document'

const parts: Part[] = [
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
      lede={`What you can expect from ${brand.name} and what it expects from you, in plain words.`}
      parts={parts}
    />
  )
}
