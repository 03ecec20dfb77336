import type { CardShape } from '../texts-and-limits.ts'

/** A square picture on the card: its upper left corner and its side in px, and its rotation in degrees. */
export type PhotoFrame = { x: number; y: number; side: number; rotationDegrees: number }

/** Positions and sizes of a card, in px. */
export type CardLayout = {
  width: number
  height: number
  /** For one print, two and three. */
  photoFrames: [PhotoFrame[], PhotoFrame[], PhotoFrame[]]
  seal: { x: number; y: number; height: number; size: number; pad: number }
  paper: {
    x: number
    y: number
    width: number
    height: number
    pad: { side: number; top: number; bottom: number }
  }
  kind: { size: number; line: number }
  title: { size: number; line: number; maxLines: number }
  row: { size: number; line: number }
  finding: { size: number; line: number; maxLines: number; labelSize: number; labelLine: number }
  price: { size: number; line: number; labelSize: number }
  foot: { x: number; y: number; size: number; nameSize: number; logo: number }
}

/** The white edge of a print. */
export const frameEdge = 12

export const cardLayouts: Record<CardShape, CardLayout> = {
  wide: {
    width: 1200,
    height: 630,
    photoFrames: [
      [{ x: 134, y: 42, side: 494, rotationDegrees: -1.4 }],
      [
        { x: 38, y: 66, side: 430, rotationDegrees: -1.4 },
        { x: 430, y: 202, side: 306, rotationDegrees: 2 },
      ],
      [
        { x: 38, y: 50, side: 452, rotationDegrees: -1.4 },
        { x: 482, y: 38, side: 246, rotationDegrees: 2 },
        { x: 462, y: 278, side: 262, rotationDegrees: -1 },
      ],
    ],
    seal: { x: 64, y: 468, height: 56, size: 30, pad: 18 },
    paper: { x: 760, y: 34, width: 404, height: 522, pad: { side: 34, top: 26, bottom: 34 } },
    kind: { size: 18, line: 24 },
    title: { size: 36, line: 40, maxLines: 3 },
    row: { size: 20, line: 30 },
    finding: { size: 23, line: 29.5, maxLines: 4, labelSize: 19, labelLine: 26 },
    price: { size: 44, line: 48, labelSize: 22 },
    foot: { x: 38, y: 596, size: 20, nameSize: 27, logo: 36 },
  },
  tall: {
    width: 1080,
    height: 1350,
    photoFrames: [
      [{ x: 224, y: 48, side: 628, rotationDegrees: -1.4 }],
      [
        { x: 52, y: 48, side: 580, rotationDegrees: -1.4 },
        { x: 602, y: 222, side: 424, rotationDegrees: 2 },
      ],
      [
        { x: 52, y: 48, side: 580, rotationDegrees: -1.4 },
        { x: 698, y: 50, side: 330, rotationDegrees: 2 },
        { x: 650, y: 324, side: 372, rotationDegrees: -1.2 },
      ],
    ],
    seal: { x: 86, y: 568, height: 72, size: 40, pad: 24 },
    paper: { x: 52, y: 712, width: 976, height: 546, pad: { side: 44, top: 28, bottom: 40 } },
    kind: { size: 26, line: 34 },
    title: { size: 45, line: 50, maxLines: 2 },
    row: { size: 27, line: 40 },
    finding: { size: 31, line: 39.5, maxLines: 3, labelSize: 26, labelLine: 36 },
    price: { size: 60, line: 64, labelSize: 28 },
    foot: { x: 52, y: 1306, size: 25, nameSize: 35, logo: 46 },
  },
}

/** The light palette of `tokens.css`: a picture has no theme. */
export const cardColors = {
  mat: '#0c3b2c',
  matLine: '#184939',
  matStrongLine: '#2a5e4c',
  onMat: '#eef9f3',
  onMatMuted: '#b9d4c6',
  seal: '#bf2f11',
  onSeal: '#fff8f2',
  paper: '#fdfbf6',
  paperLine: '#cbc7bd',
  ink: '#232019',
  inkMuted: '#5c584e',
  inkAccent: '#b32707',
  tape: '#f5d033',
} as const
