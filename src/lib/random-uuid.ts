export {}

// On plain http in a LAN, browsers have no `crypto.randomUUID`.
crypto.randomUUID ??= () => {
  const random = () => crypto.getRandomValues(new Uint8Array(1))[0] ?? 0
  // Version 4: of each 0, 1 and 8 the bits that are free.
  const digits = '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
    (Number(digit) ^ (random() & (15 >> (Number(digit) / 4)))).toString(16),
  )
  return digits as ReturnType<typeof crypto.randomUUID>
}
