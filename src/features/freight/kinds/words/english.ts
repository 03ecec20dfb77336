import type { KindId } from '../kind.ts'

/** English words of each kind in the singular; words that have no singular as they are. Folded as `foldTitle` does. */
export const englishWords: Readonly<Record<KindId, string>> = {
  't-shirt':
    't shirt, tshirt, tee, tee shirt, short sleeve top, long sleeve top, longsleeve, long sleeve tee',
  shirt: 'shirt, button up, button down, button up shirt, overshirt, dress shirt, blouse, shacket',
  polo: 'polo, polo shirt',
  jersey:
    'jersey, football shirt, soccer shirt, football jersey, soccer jersey, basketball jersey, hockey jersey, baseball jersey',
  hoodie:
    'hoodie, hoody, hooded sweatshirt, hooded pullover, hooded sweater, hooded sweat, zip hoodie, zip up hoodie, full zip hoodie',
  sweatshirt: 'sweatshirt, crewneck, crew neck sweatshirt, crew sweat, crewneck sweatshirt',
  sweater: 'sweater, jumper, cardigan, knitwear, turtleneck sweater, turtleneck, pullover, pullover sweater',
  jacket:
    'jacket, windbreaker, bomber, bomber jacket, blazer, anorak, raincoat, denim jacket, track jacket, varsity jacket, shirt jacket, rain jacket, sweatshirt jacket',
  coat: 'coat, overcoat, trench, trench coat, parka, duffle coat, pea coat, peacoat, topcoat',
  puffer:
    'puffer, puffer jacket, puffer coat, down jacket, padded jacket, down coat, padded coat, quilted jacket, down parka',
  gilet: 'vest, gilet, body warmer, bodywarmer, waistcoat, puffer vest, down vest, sweater vest',
  jeans: 'jeans, jean, denim pants, denim trousers, denim jeans',
  trousers:
    'trousers, pants, chinos, chino, slacks, cargo pants, dress pants, cargos, chino pants, suit pants, parachute pants',
  sweatpants:
    'sweatpants, sweat pants, jogger, jogging pants, track pants, trackpants, jogger pants, fleece pants',
  shorts: 'shorts, jorts, sweat shorts, jean shorts, denim shorts, cargo shorts, swim shorts',
  tracksuit: 'tracksuit, track suit, sweatsuit, sweat suit, jogging suit',
  dress: 'dress, sundress, gown, t shirt dress, shirt dress',
  socks: 'socks, sock, slipper socks',
  underwear:
    'underwear, boxers, briefs, boxer briefs, boxer brief, boxer shorts, panties, underpants, knickers, trunks',
  beanie:
    'beanie, knit hat, knitted hat, winter hat, watch cap, knit cap, knit beanie, bobble hat, fisherman beanie, wool hat',
  cap: 'cap, baseball cap, snapback, trucker cap, trucker hat, dad hat, dad cap, baseball hat, trucker, ball cap',
  'bucket-hat': 'bucket hat, fisherman hat, fishing hat, bucket cap, sun hat',
  scarf: 'scarf, scarves, shawl, neck warmer',
  gloves: 'gloves, glove, mitten, mitt',
  sneaker:
    'sneaker, trainer, runner, running shoe, skate shoe, high top, low top, canvas shoe, court shoe, basketball shoe, tennis shoe, training shoe, sports shoe, sport shoe, athletic shoe, walking shoe, casual shoe, plimsoll, dad shoe, platform shoe, slip on, high top shoe, skateboard shoe, skateboarding shoe',
  'leather-shoe':
    'loafer, derby, derby shoe, dress shoe, leather shoe, oxford, oxford shoe, boat shoe, brogue, monk strap shoe, monk strap, moccasin, dress loafer, mary jane',
  boots: 'boots, boot, chelsea, hiking boot, combat boot',
  slides: 'slides, slide, sandal, slipper, clog, flip flop, flipflop, mule',
  'shoulder-bag':
    'shoulder bag, crossbody bag, cross body bag, handbag, hand bag, crossbody, messenger bag, belt bag, waist bag, sling bag, baguette bag, hobo bag, saddle bag, bucket bag, fanny pack, bum bag, bumbag, chest bag, satchel, underarm bag, flap bag, clutch, waist pack, camera bag, chain bag, evening bag',
  tote: 'tote, tote bag, shopper, shopper bag, shopping bag, canvas bag',
  backpack:
    'backpack, rucksack, day pack, daypack, back pack, knapsack, book bag, bookbag, laptop backpack, school bag, schoolbag',
  wallet: 'wallet, coin purse, billfold, money clip wallet, coin wallet, purse wallet, bifold',
  'card-holder':
    'card holder, cardholder, card case, card wallet, business card holder, card sleeve, card holder wallet',
  belt: 'belt',
  necklace: 'necklace, pendant, choker, neck chain, chain necklace, pendant necklace',
  bracelet: 'bracelet, bangle, wristlet bracelet, chain bracelet',
  ring: 'ring, signet, signet ring',
  watch: 'watch, wristwatch, wrist watch, chronograph',
  sunglasses: 'sunglasses, sun glasses, shades, sunnies, sunglass',
  'phone-case':
    'phone case, phone cover, mobile case, phone shell, iphone case, case for iphone, case for phone, smartphone case, cellphone case, cell phone case, mobile phone case, smartphone cover',
  earphones:
    'earbuds, earbud, ear buds, earphone, headphone, headset, in ear monitor, tws earbuds, wireless earbuds',
  bottle:
    'water bottle, vacuum flask, flask, tumbler, insulated bottle, drinking bottle, sports bottle, thermos, vacuum bottle, thermos flask, thermal bottle, drink bottle, straw cup',
  mug: 'mug, coffee mug, coffee cup, espresso cup, tea cup, teacup, tea mug, ceramic cup',
  plush:
    'plush, plush toy, plushie, stuffed animal, stuffed toy, soft toy, cuddly toy, plush doll, teddy bear, plushy, teddy',
}

/** Words of a kind that can also describe other goods. A kind that follows in the same phrase wins. */
export const englishAdjectives =
  'crewneck, polo, high top, low top, runner, puffer, trench, bomber, shades, pendant, plush, jersey, button up, button down, turtleneck, chelsea, derby, oxford, trucker, baseball, flap, cargos, overshirt, knitwear, pullover, jean, signet, crossbody, trainer, teddy, slide, mule, longsleeve, chino, camera, bifold, sport, boxer, tote, shopper, satchel'

/** Goods of no kind. After the word of a kind, that word only says what they are for. */
export const englishOthers =
  'box, rack, kit, strap, cover, case, bag, hanger, stand, holder, organizer, organiser, cleaner, lace, shoelace, shoestring, insole, sole, keychain, key chain, key ring, keyring, key fob, fob, pin, patch, sticker, poster, mat, lamp, ring light, candle, umbrella, keyboard, notebook, blanket, pillow, cushion, towel, insert, tree, shaper, stretcher, protector, dryer, drier, drying rack, warmer, opener, brush, hook, shelf, drawer, cabinet, basket, tray, clip, clamp, charm, buckle, button, zipper pull, puller, thread, yarn, fabric, cloth, mold, mould, template, sewing pattern, embroidery pattern, tutorial, tool, spray, polish, shampoo, detergent, cage, rope, cable, adapter, charger, pad, ear pad, ear tip, lid, straw, filter, sleeve, coaster, glass, cup holder, bottle opener, bottle cap, shower cap, swim cap, cap washer, mirror, clock, toy, doll, outfit, costume, mannequin, model, figure, figurine, ornament, decoration, wallpaper, sheet, curtain, curtain ring, napkin ring, towel ring, scarf ring, phone ring, ring holder, carpet, rug, vase, pot, plate, bowl, food, snack, book, card, gift card, postcard, envelope, wrapping, paper, tape, label, tag, shipping, freight, postage, fee, link, deposit, board, shield, guard, crease guard, spacer, bead, chain link, wallet chain, glasses chain, sunglasses chain, waist chain, watch chain, band, headband, hair band, armband, watchband, watch band, resistance band, elastic band, tie, bow tie, tie clip, cufflink, brooch, earring, glasses, suitcase, luggage, duffel, duffle bag, duffel bag, gym bag, travel bag, trolley, skirt, legging, tights, stocking, pantyhose, pajama, pyjama, robe, bathrobe, swimsuit, bikini, bra, romper, jumpsuit, bodysuit, tank top, tank, crop top, suit, shaver, razor, trimmer, speaker, microphone, amplifier, phone, tablet, laptop, stickers, decal, tattoo, mask, helmet, shoe, hat, dustbag, garment bag, storage bag, laundry bag, wash bag, dust bag, diaper bag, lunch bag, cooler bag, sleeping bag, punching bag, bean bag, tea bag, feeder, collar bell, leash, harness, rain cover, seat cover, replacement, spare part, sling, folder, squeezer, heel pad, heel grip, toe cap, knee pad, elbow patch, ironing board, lint roller, roller, remover, dispenser, rail, valet, steamer, sorter, carousel, winder, display, drain, gasket, seal, thermometer, sharpener, pen, pencil, puzzle, game, dice, controller, mouse, tent, chair, table, sofa, desk, stool, ladder, door mat, door stop, pump, hose, wipe, eraser, repair, dye, dyeing, glue, adhesive, laces, bell, whistle, sock puppet, boot tray, boot jack, mug rug, mug tree, cup, bottle brush, bottle carrier, bottle rack, coat rack, coat hook, shoehorn, shoe horn, horn, balaclava, freshener, battery, generator, washing machine, machine, perfume, fragrance, lipstick, makeup, soap, dress form, dressform, jack, plug, screwdriver, hammer, knife, wrench, lock, bracket, mount, grip, suspender, garter, ironing, jewelry, jewellery, anklet, hair clip, scrunchie, visor, beret, pocket square, shirt stay, stay, collar stay, cardboard, tarp'

/** Words for pictures. The word of a kind before one of them only says what the picture shows. */
export const englishPrints =
  'print, pattern, motif, logo, theme, themed, style, styled, look, shape, shaped, inspired, design, artwork, prints, drawing, picture, photo, emblem, badge, embroidery, silhouette, icon'

/** Words for parts and cuts. They connect the word of a kind to the goods that follow ('boot cut jeans'). */
export const englishParts =
  'printed, embroidered, pocket, collar, neck, hem, cuff, sleeve, sole, toe, heel, zipper, zip, lining, lined, hood, tail, cut, closure, detail, fit, weight, weave, length, size, material, leg, waist, inside, placket, button, texture, stitch, compartment, included, matching, liner, lace, loop, slot, handle, tongue, spun, washed, knit'

/** Pets and dolls. Goods that are made for them are of no kind. */
export const petWords =
  'dog, dogs, cat, cats, pet, puppy, puppies, perros, gatos, mascotas, chiens, chats, cachorros, gatinhos, caes, kittens, dolls, rabbits, hamsters, horses, kitten, doll, rabbit, hamster, horse, hund, hunde, katze, katzen, haustier, haustiere, puppe, puppen, pferd, perro, gato, mascota, muneca, munecas, chien, chat, animal de compagnie, poupee, chiot, cachorro, cao, boneca, pies, psa, psow, kot, kota, kotow, zwierzat, zwierzaka, lalki, lalek, lalka, pets, barbie, bjd, caes, bebe reborn'

/** Names of parts and techniques that contain the word of a kind. They are ignored when the title names anything else. */
export const englishAsides =
  'pin buckle, snap button, snap buttons, stand collar, camp collar, polo collar, shirt collar, shawl collar, ribbed collar, tipped collar, box quilted, box logo, cable knit, keychain size, slim case, two straps, two strap, steel bracelet, leather strap, rubber strap, steel strap, magnet ring, in ear, over ear, on ear, boot cut, ring spun, cap sleeve, cap sleeves, cap toe, watch pocket, one hand lid, shirt hem, shirt tail hem, sock lining, d ring, o ring, tie dye, tie front, tie waist, belt loop, belt loops, ankle strap, chest pocket, card slot, card slots, coin pocket, tee shirt collar, jersey knit, jersey cotton, cotton jersey, jersey fabric, plush lining, plush lined, mock neck, drop shoulder, puff print, puff sleeve, glove leather, belted waist, dress code, hat box'
