import { brand } from '@/lib/brand'
import { ContactLink, LegalDocument, type Part } from './document'

const parts: Part[] = [
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
      lede={
        <>
          One address for everything about {brand.name}: <ContactLink />
        </>
      }
      parts={parts}
    />
  )
}
