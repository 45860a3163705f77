/** The parts of the landing page; the addresses work from every public page. */
export const parts = [
  { href: '/#features', label: 'Benefits' },
  { href: '/#how', label: 'How it works' },
  { href: '/#testimonials', label: 'Members' },
  { href: '/#pricing', label: 'Pricing' },
]
