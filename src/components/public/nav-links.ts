export const navLinks = [
  { href: '/#features', label: 'Benefits' },
  { href: '/#how', label: 'How it works' },
  { href: '/#testimonials', label: 'Members' },
  { href: '/#pricing', label: 'Pricing' },
]
