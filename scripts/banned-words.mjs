/**
 * Words that say nothing to a reader who did not write the code. A new one is banned here and nowhere else.
 * `anywhere`: not in any name, comment, message or document, in no form that begins with it.
 * `asNames`: no parameter, local, property, function or type has it as its whole name.
 */
export const bannedWords = {
  anywhere: [
    'anybody',
    'easel',
    'farewell',
    'judgement',
    'nobody',
    'somebody',
    'studio',
    'upkeep',
    'whoever',
  ],
  asNames: [
    'answer',
    'answered',
    'answers',
    'asked',
    'asking',
    'found',
    'given',
    'ground',
    'grown',
    'held',
    'kept',
    'known',
    'look',
    'looks',
    'news',
    'place',
    'places',
    'refusal',
    'said',
    'shown',
    'taken',
    'told',
    'verdict',
    'wish',
    'wished',
    'wishes',
    'words',
  ],
}

/** Where a banned word stays, with the reason: a name that others chose, or a text that is quoted. */
export const allowedWords = [
  { word: 'nobody', path: 'src/db/postgres/', reason: 'the system account of that name' },
  { word: 'nobody', path: 'test/support/postgres-server.ts', reason: 'the system account of that name' },
  { word: 'look', path: 'src/features/products/popular-search.ts', reason: 'a parameter of the address' },
  { word: 'look', path: 'src/main/routes.tsx', reason: 'a parameter of the address' },
  { word: 'farewell', path: 'src/shared/web/session/pending-logout.ts', reason: 'a storage key' },
]
