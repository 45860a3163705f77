export type Piece = { text: string; isBold?: boolean; href?: string }
export type Block = { isList: boolean; lines: Piece[][] }

const marks = /\*\*(.+?)\*\*|\[([^\]]+)\]\(((?:https?:\/\/[^\s()/]|\/(?![/\\]))[^\s()]*)\)|\{name\}/g

/**
 * What an announcement says to one person: paragraphs and lists of pieces. Its author writes **bold**, lists with '- ',
 * [links](/dashboard) and {name}; the email and the screen of the author both show this (D67).
 * @param name The member's; taken as it is, whatever marks it has.
 */
export function readAnnouncement(body: string, name: string): Block[] {
  return body
    .split(/\n\s*\n/)
    .filter((block) => block.trim() !== '')
    .map((block) => {
      const lines = block.trim().split('\n')
      const isList = lines.every((line) => line.startsWith('- '))
      return { isList, lines: lines.map((line) => piecesOf(isList ? line.slice(2) : line, name)) }
    })
}

function piecesOf(line: string, name: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of line.matchAll(marks)) {
    const [whole, bold, text, href] = match
    if (match.index > end) pieces.push({ text: line.slice(end, match.index) })
    end = match.index + whole.length
    if (bold !== undefined) pieces.push({ text: bold.replaceAll('{name}', name), isBold: true })
    else pieces.push(text === undefined ? { text: name } : { text, href })
  }
  if (end < line.length) pieces.push({ text: line.slice(end) })
  return pieces
}
