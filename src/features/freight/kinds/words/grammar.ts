import type { KindId } from '../kind.ts'

export type Language = 'en' | 'de' | 'es' | 'fr' | 'pt' | 'pl'

/** Words that end the part of a title that names the goods. */
export const smallWords: Readonly<Record<Language, string>> = {
  en: 'with, for, in, of, from, by, on, without, to, featuring, fits, compatible, the, a, an, and',
  de: 'mit, fur, aus, in, von, ohne, zum, zur, im, am, auf, fuer, der, die, das, und, bei, nach',
  es: 'con, de, para, en, sin, del, por, el, la, los, las, y, al',
  fr: 'avec, de, pour, en, sans, a, du, des, d, l, le, la, les, et, au, aux, dans',
  pt: 'com, de, para, em, sem, do, da, dos, das, a, o, e, no, na, por',
  pl: 'z, ze, na, do, dla, w, we, bez, od, i, o, pod',
}

/** Small words before the person or the thing that the goods are for. */
export const purposeWords = 'for, fur, fuer, para, pour, dla, na, do'

/** People and seasons. After 'for', they do not change the kind of the goods. */
export const peopleAndTimes =
  'summer, winter, autumn, spring, fall, men, women, man, woman, kids, boys, girls, him, her, herren, damen, frauen, kinder, hombre, mujer, homem, mulher, homme, femme, hiver, verano, verao, inverno, invierno, zime, lato, sommer'

/** Beginnings that count pieces: 'pair of socks', 'Lot de 3 chaussettes'. */
export const countingPhrases =
  'pair of, pairs of, set of, pack of, lot of, bundle of, lot de, paire de, par de, pares de, pack de, juego de, conjunto de, ensemble de, kit de, kit com, zestaw, para, pack, set, paar, er pack, er set, dreierpack'

/** Signs of one language in a title with its marks. */
export const signs: Readonly<Record<Language, RegExp>> = {
  en: /['’]s\b/,
  de: /[äöüß]/,
  es: /[ñ¿¡]|ción|[íú]/,
  fr: /[èêàûîœ]|é[es]?\b|\b[ld]['’]/,
  pt: /[ãõâê]|ç/,
  pl: /[łąężźśćńó]/,
}

/** Things of no kind that also describe one: a box logo, a cable knit. */
export const softOthers =
  'box, cable, glass, button, bead, band, patch, cord, mesh, card, tie, tank, model, pin, clip, zip, strap, lace, dice, net, fabric, buckle, toe cap, tag, book, cup, house, pot, pen, label, knife, game, mouse, pump, tape, mask, figure, suit, top, hat, shoe, bag, tattoo, cover, sheet, sling, plant, paper, lid, stand, case, dial'

/** Words in other languages that change what a first noun is: [languages, the noun, what changes it, the kind]. */
export const shifts: readonly (readonly [Language, RegExp, RegExp, KindId])[] = [
  ['de', /^(?:pullover|pulli|sweatshirt|sweater|sweatjacke|pullis)$/, /\b(?:mit|und) kapuze/, 'hoodie'],
  ['de', /^(?:jacke|winterjacke|mantel)$/, /\b(?:wattiert|daunen|gesteppt)/, 'puffer'],
  ['en', /^(?:sweatshirts?|pullovers?|crewneck)$/, /\bwith (?:a )?hood\b/, 'hoodie'],
  ['en', /^(?:jackets?|coats?)$/, /\b(?:puffer|padded|duck down|goose down)\b/, 'puffer'],
  ['es', /^(?:sudaderas?|jersey|buzo)$/, /\b(?:con|de) capucha\b/, 'hoodie'],
  ['es', /^sudaderas?$/, /\bsin capucha|cuello redondo|media cremallera/, 'sweatshirt'],
  ['es', /^camisetas?$/, /\b(?:futbol|baloncesto)\b/, 'jersey'],
  ['es', /^(?:chaquetas?|abrigos?|anorak)$/, /\b(?:acolchad[oa]s?|plumas|puffer)\b/, 'puffer'],
  ['es', /^pantalon(?:es)?$/, /\b(?:cortos?)\b/, 'shorts'],
  ['es', /^pantalon(?:es)?$/, /\b(?:vaqueros?|denim)\b/, 'jeans'],
  ['es', /^pantalon(?:es)?$/, /\b(?:chandal|jogger|deportivos?)\b/, 'sweatpants'],
  ['es', /^gafas$/, /\bsol\b/, 'sunglasses'],
  ['es', /^zapatos?$/, /\b(?:vestir|piel|cuero|oxford|derby)\b/, 'leather-shoe'],
  ['es', /^fundas?$/, /\b(?:movil|telefono|celular|iphone)\b/, 'phone-case'],
  ['fr', /^(?:sweats?|pulls?)$/, /\ba capuche\b|\bcapuche\b/, 'hoodie'],
  ['fr', /^sweats?$/, /\bcol rond\b|\bsans capuche\b|\bdemi zip/, 'sweatshirt'],
  [
    'fr',
    /^(?:vestes?|manteaux?|parkas?|blousons?)$/,
    /\b(?:matelassee?|rembourree?|en duvet|puffer)\b/,
    'puffer',
  ],
  ['fr', /^gilets?$/, /\b(?:maille|laine|tricot|boutonne|mohair)\b/, 'sweater'],
  ['fr', /^pantalons?$/, /\b(?:jogging|survetement|jogger)\b/, 'sweatpants'],
  ['fr', /^pantalons?$/, /\b(?:jean|denim)\b/, 'jeans'],
  ['fr', /^pantalons?$/, /\bcourts?\b/, 'shorts'],
  ['fr', /^maillots?$/, /\bbain\b/, 'underwear'],
  ['fr', /^lunettes$/, /\bsoleil\b/, 'sunglasses'],
  ['fr', /^sacs?$/, /\ba dos\b/, 'backpack'],
  ['fr', /^sacs?$/, /\b(?:bandouliere|a main|banane|epaule)\b/, 'shoulder-bag'],
  ['fr', /^chaussures?$/, /\b(?:sport|course|running|skate)\b/, 'sneaker'],
  ['fr', /^(?:coques?|etuis?)$/, /\b(?:telephone|iphone|portable|smartphone)\b/, 'phone-case'],
  ['pt', /^(?:moletom|moletons|sweats?|blusao)$/, /\bcom capuz\b/, 'hoodie'],
  [
    'pt',
    /^(?:moletom|moletons|sweats?|blusao)$/,
    /\bsem capuz|gola (?:careca|redonda|alta)|meio ziper/,
    'sweatshirt',
  ],
  ['pt', /^(?:camisas?|camisetas?|camisolas?)$/, /\b(?:futebol|time|basquete)\b/, 'jersey'],
  ['pt', /^camisolas?$/, /\b(?:malha|la|trico|gola alta)\b/, 'sweater'],
  ['pt', /^(?:jaquetas?|casacos?|blusao)$/, /\b(?:puffer|acolchoad[oa]s?|penas|plumas?)\b/, 'puffer'],
  ['pt', /^casacos?$/, /\b(?:comprido|la|sobretudo)\b/, 'coat'],
  ['pt', /^casacos?$/, /\b(?:malha|trico)\b/, 'sweater'],
  ['pt', /^calcas?$/, /\b(?:jeans|ganga)\b/, 'jeans'],
  ['pt', /^calcas?$/, /\b(?:moletom|treino|jogger)\b/, 'sweatpants'],
  ['pt', /^oculos$/, /\bsol\b/, 'sunglasses'],
  ['pt', /^sapatos?$/, /\b(?:social|sociais|couro|oxford)\b/, 'leather-shoe'],
  ['pt', /^capas?$/, /\b(?:celular|telemovel|telefone|iphone)\b/, 'phone-case'],
  ['pt', /^bolsas?$/, /\b(?:tiracolo|transversal|mao|ombro)\b/, 'shoulder-bag'],
  ['pl', /^(?:bluza|bluzy)$/, /(?<!bez )\bkaptur(?:em|a)\b/, 'hoodie'],
  ['pl', /^(?:bluza|bluzy)$/, /\bbez kaptura\b/, 'sweatshirt'],
  ['pl', /^koszulk[ai]$/, /\b(?:pilkarsk|koszykarsk|meczow)/, 'jersey'],
  ['pl', /^(?:kurtk[ai]|plaszcz)$/, /\b(?:puchow|pikowan|puffer)/, 'puffer'],
  ['pl', /^spodnie$/, /\b(?:jeansow|dzinsow)/, 'jeans'],
  ['pl', /^spodnie$/, /\b(?:dresow|treningow|sportow)/, 'sweatpants'],
  ['pl', /^spodnie$/, /\bkrotkie\b/, 'shorts'],
  ['pl', /^czapk[ai]$/, /\bdaszk/, 'cap'],
  ['pl', /^czapk[ai]$/, /\b(?:zimow|pompon|weln|zime|dziania|drut)/, 'beanie'],
  ['pl', /^okulary$/, /\bprzeciwsloneczn/, 'sunglasses'],
  ['pl', /^buty$/, /\b(?:sportow|biegania)/, 'sneaker'],
  ['pl', /^buty$/, /\b(?:skorzane|wizytow)/, 'leather-shoe'],
  ['pl', /^(?:torba|torby)$/, /\bzakupy\b/, 'tote'],
  ['pl', /^(?:torba|torby)$/, /\bramie\b/, 'shoulder-bag'],
  ['pl', /^(?:etui|pokrowiec)$/, /\b(?:telefon|iphone|smartfon)/, 'phone-case'],
]

/** First nouns of the shifts above that are of no kind by themselves. */
export const plainNouns: Readonly<Partial<Record<Language, string>>> = {
  es: 'sudadera, buzo',
  fr: 'sweat, sweats',
  pt: 'moletom, moletons, blusao, camisola',
  pl: 'bluza, bluzy',
}

/** Frequent words that tell a title's language and nothing else. */
export const hints: Readonly<Record<Language, string>> = {
  en: 'wool, cotton, leather, canvas, nylon, suede, mesh, black, white, grey, gray, green, blue, red, brown, washed, sleeve, collar, spring, camp, womens, mens, women, men, kids, vintage, retro, size, batch, short, long, wide, knit, steel, case, silver, gold',
  de: 'wolle, baumwolle, leder, wildleder, schwarz, weiss, grau, grun, blau, rot, braun, gross, klein, lang, kurz, weit, grosse, herren, damen, kinder, leinen, bedruckt, gestreift, neue, stuck, dick, schwer, einfarbig, warm',
  es: 'lana, algodon, piel, cuero, ante, negro, negra, blanco, blanca, gris, verde, azul, rojo, marron, corto, corta, largo, larga, ancho, hombre, mujer, punto, manga, cuello, estampado, estampada, nueva, talla, lino, rayas, unisex',
  fr: 'laine, coton, cuir, daim, noir, noire, blanc, blanche, gris, vert, bleu, rouge, marron, court, courte, longue, large, homme, femme, maille, lin, imprime, taille, nouvelle, col, manches, rayures, unisexe, epais, coupe',
  pt: 'la, algodao, couro, camurca, preto, preta, branco, branca, cinza, verde, azul, vermelho, marrom, curto, curta, comprido, largo, homem, mulher, trico, malha, manga, gola, estampado, estampada, novo, tamanho, linho, listras, unissex, masculino, feminina, masculina, feminino',
  pl: 'welna, welniany, welniana, bawelna, bawelniana, bawelniany, skora, skorzany, skorzana, zamsz, zamszowe, czarny, czarna, czarne, bialy, biala, szary, szara, szare, zielony, niebieski, czerwony, krotka, krotki, dluga, dlugi, meski, meska, meskie, damska, damski, damskie, rozmiar, nowa, szeroki, szerokie, lniana',
}
