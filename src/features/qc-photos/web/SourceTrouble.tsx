import { lostWords, sourceNotes } from './qc-notes.ts'
import type { QcPhotos } from './use-qc-photos.ts'

/** Which sources failed, in words: beside photos a line for each, without any the reason why nothing can be said. */
export function SourceTrouble({ qc }: { qc: QcPhotos }) {
  if (qc.state !== 'photos') return lostWords(qc)
  return sourceNotes(qc).map((note) => <p key={note}>{note}</p>)
}
