import type { KindId } from '../kind.ts'

/** Words of the other European languages, in every form that titles use but plurals that `addPlurals` makes. */
export type LanguageWords = {
  kinds: Readonly<Partial<Record<KindId, string>>>
  /** Things that are of no kind. */
  others: string
}

export const germanWords: LanguageWords = {
  kinds: {
    't-shirt': 't shirt, tshirt, shirt kurzarm, langarmshirt, kurzarmshirt, printshirt, baumwollshirt',
    shirt: 'hemd, hemden, oberhemd, leinenhemd, flanellhemd, bluse, blusen, uberhemd, jeanshemd',
    polo: 'polo, poloshirt, polohemd, polohemden',
    jersey: 'trikot, trikots, fussballtrikot, fussballtrikots, basketballtrikot, heimtrikot, auswartstrikot',
    hoodie:
      'kapuzenpullover, kapuzenpulli, kapuzenpullis, kapuzenjacke, kapuzenjacken, kapuzensweatshirt, kapuzensweatjacke',
    sweatshirt: 'sweatshirt, sweatjacke, sweatpullover',
    sweater:
      'strickpullover, strickjacke, strickjacken, wollpullover, rollkragenpullover, pullover, pulli, pullis, cardigan, strickpulli',
    jacket:
      'jacke, jacken, blouson, windjacke, lederjacke, jeansjacke, regenjacke, windbreaker, sakko, bomberjacke',
    coat: 'mantel, wollmantel, trenchcoat, parka, regenmantel, kurzmantel',
    puffer:
      'daunenjacke, daunenjacken, steppjacke, steppjacken, pufferjacke, pufferjacken, daunenmantel, steppmantel, wattierte jacke',
    gilet: 'weste, westen, daunenweste, daunenwesten, steppweste',
    jeans: 'jeans, jeanshose, jeanshosen, baggyjeans',
    trousers: 'hose, hosen, cargohose, cargohosen, stoffhose, anzughose, chino, chinohose, lederhose',
    sweatpants:
      'jogginghose, jogginghosen, trainingshose, trainingshosen, sporthose, sporthosen, sweathose, jogger',
    shorts: 'shorts, kurze hose, kurze hosen, bermudas, badeshorts, sportshorts, jeansshorts, cargoshorts',
    tracksuit: 'trainingsanzug, trainingsanzuge, jogginganzug, jogginganzuge, sportanzug',
    dress: 'kleid, kleider, hemdkleid, strickkleid, sommerkleid, pulloverkleid, shirtkleid',
    socks:
      'socken, socke, strumpfe, sneakersocken, sportsocken, tennissocken, wollsocken, kniestrumpfe, hausschuhsocken, stoppersocken',
    underwear: 'boxershorts, unterwasche, unterhose, unterhosen, slips, retroshorts, herrenslip',
    beanie:
      'strickmutze, strickmutzen, wintermutze, wintermutzen, mutze, mutzen, wollmutze, bommelmutze, pudelmutze, fischermutze',
    cap: 'baseballkappe, schirmmutze, schirmmutzen, kappe, kappen, baseballcap, basecap, truckerkappe, schildmutze, snapback',
    'bucket-hat': 'fischerhut, fischerhute, anglerhut, buckethut',
    scarf: 'schal, schals, wollschal, winterschal, strickschal, halstuch',
    gloves: 'handschuhe, handschuh, strickhandschuhe, faustlinge',
    sneaker:
      'turnschuhe, turnschuh, laufschuhe, laufschuh, sportschuhe, sportschuh, skateschuhe, skaterschuhe, freizeitschuhe, stoffschuhe, leinenschuhe',
    'leather-shoe':
      'lederschuhe, lederschuh, halbschuhe, halbschuh, anzugschuhe, mokassins, bootsschuhe, budapester, schnurschuhe, slipper',
    boots: 'stiefel, stiefeln, stiefelette, stiefeletten, winterstiefel, schnurstiefel, gummistiefel',
    slides:
      'badelatschen, sandalen, sandale, hausschuhe, hausschuh, pantoffeln, badeschuhe, zehentrenner, pantoletten, badeschlappen, schlappen, clogs',
    'shoulder-bag':
      'umhangetasche, umhangetaschen, handtasche, handtaschen, schultertasche, schultertaschen, gurteltasche, bauchtasche, kuriertasche, hufttasche',
    tote: 'stofftasche, stofftaschen, einkaufstasche, einkaufstaschen, stoffbeutel, jutebeutel, tragetasche, baumwolltasche, shopper',
    backpack:
      'rucksack, rucksacke, schulrucksack, tagesrucksack, laptoprucksack, wanderrucksack, schulranzen',
    wallet: 'geldborse, geldborsen, geldbeutel, portemonnaie, portmonee, brieftasche, munzborse',
    'card-holder': 'kartenetui, kartenetuis, kartenhalter, kreditkartenetui, visitenkartenetui, kartenmappe',
    belt: 'gurtel, ledergurtel, stoffgurtel',
    necklace:
      'halskette, halsketten, perlenkette, gliederkette, silberkette, kette mit anhanger, panzerkette, collier',
    bracelet: 'armband, armbander, armreif, armreifen, armkette, perlenarmband, lederarmband',
    ring: 'ring, ringe, fingerring, siegelring, siegelringe, silberring, herrenring, damenring',
    watch: 'armbanduhr, armbanduhren, herrenuhr, damenuhr, quarzuhr, automatikuhr, uhr, uhren, taucheruhr',
    sunglasses: 'sonnenbrille, sonnenbrillen',
    'phone-case':
      'handyhulle, handyhullen, handycover, handyschale, smartphonehulle, handy hulle, hulle fur iphone, iphone hulle',
    earphones: 'kopfhorer, ohrhorer, headset, in ear kopfhorer, ohrstopsel kopfhorer',
    bottle:
      'isolierflasche, trinkflasche, thermosflasche, wasserflasche, trinkflaschen, isolierflaschen, thermoskanne, trinkbecher, sportflasche, thermobecher',
    mug: 'kaffeebecher, kaffeetasse, tasse, tassen, kaffeetassen, becher, teetasse, keramiktasse, keramikbecher, espressotasse',
    plush:
      'pluschtier, pluschtiere, kuscheltier, kuscheltiere, stofftier, stofftiere, teddybar, pluschfigur, pluschpuppe',
  },
  others:
    'regal, bugel, kleiderbugel, kasten, schachtel, box, kiste, halter, halterung, stander, beutel, wascheebeutel, waschebeutel, tasche, taschen, reiniger, burste, sohle, sohlen, einlegesohle, einlegesohlen, senkel, schnursenkel, band, uhrenarmband, uhrarmband, hulle, schutzhulle, etui, schrank, aufbewahrung, aufbewahrungsbox, trager, spanner, anzieher, loffel, schuhloffel, haken, leiste, spray, wachs, pflege, pflegeset, reinigungsset, lampe, leuchte, kerze, schirm, regenschirm, decke, kissen, matte, teppich, hut, schuhe, schuh, brille, kissenbezug, schutz, uberzug, regenschutz, anhanger, schlusselanhanger, schlusselring, schlusselband, aufnaher, sticker, poster, strumpfhose, badehose, schlafanzug, bademantel, nachthemd, unterhemd, rock, ohrringe, brosche, koffer, sporttasche, reisetasche, wandhaken, garderobe, kommode, organizer, stoff, garn, schnittmuster, ersatzband, wanduhr, wecker, uhrenkasten, halsband, leine, stirnband, krawatte, fliege, sparschwein, knopf, knopfe, schnalle, gurtelschnalle, besteck, teller, schale, fahrradkette, trockner, ring licht, ringlicht, serviettenring, unterteller, untersetzer, deckel, kleidersack, standard, maus, tastatur, ubertopf, waschetrockner, versand, versandkosten, trager, hosentrager, biegel, bettwasche, serviette, anzug, ladegerat, kabel, bikini, badeanzug, leggings, schublade, wandregal',
}

export const spanishWords: LanguageWords = {
  kinds: {
    't-shirt': 'camiseta, playera, remera, polera, camiseta de manga larga, camiseta de manga corta',
    shirt: 'camisa, sobrecamisa, blusa',
    polo: 'polo, camisa polo, camiseta polo',
    jersey: 'camiseta de futbol, camiseta de baloncesto, camiseta de equipo, camiseta deportiva de futbol',
    hoodie: 'sudadera con capucha, sudadera de capucha, canguro con capucha, buzo con capucha',
    sweatshirt:
      'sudadera sin capucha, sudadera de cuello redondo, sudadera cuello redondo, sudadera con cuello redondo',
    sweater: 'jersey de punto, jersey, jerseis, cardigan, chaqueta de punto, sueter, rebeca, sueteres',
    jacket: 'chaqueta, cazadora, cortavientos, americana, chubasquero, chamarra, bomber',
    coat: 'abrigo, gabardina, sobretodo, parka, trenca',
    puffer:
      'plumifero, plumas, chaqueta de plumas, chaqueta acolchada, abrigo de plumas, anorak acolchado, chaqueta puffer, abrigo acolchado, plumon',
    gilet: 'chaleco, chaleco acolchado, chaleco de plumas',
    jeans: 'vaqueros, pantalon vaquero, pantalones vaqueros, tejanos, jeans',
    trousers: 'pantalon, pantalones, pantalon cargo, pantalones cargo, chinos',
    sweatpants:
      'pantalon de chandal, pantalones de chandal, pantalon deportivo, pantalones deportivos, pantalon jogger',
    shorts: 'pantalones cortos, pantalon corto, bermuda, bermudas, shorts, short, shorts vaqueros',
    tracksuit: 'chandal, chandales, conjunto de chandal, conjunto deportivo',
    dress: 'vestido, vestido camisero, vestido camiseta',
    socks: 'calcetin, calcetines, medias deportivas',
    underwear: 'calzoncillo, calzoncillos, boxer, boxers, ropa interior, braga, bragas, slip',
    beanie: 'gorro, gorro de lana, gorro de punto',
    cap: 'gorra, gorra de beisbol',
    'bucket-hat':
      'sombrero de pescador, gorro de pescador, gorro pescador, sombrero pescador, sombrero bucket',
    scarf: 'bufanda, chal, fular',
    gloves: 'guante, guantes, manopla, manoplas',
    sneaker: 'zapatilla, zapatillas, deportivas, tenis, zapatillas deportivas, zapatillas de correr, bambas',
    'leather-shoe':
      'mocasin, mocasines, zapatos de vestir, zapato de vestir, zapatos de piel, zapatos oxford, zapatos derby, nauticos, zapatos de cuero, zapatos formales',
    boots: 'bota, botas, botin, botines',
    slides:
      'chancla, chanclas, sandalia, sandalias, pantuflas, zapatillas de casa, zapatillas de estar por casa, zuecos, chancletas',
    'shoulder-bag':
      'bolso, bandolera, bolso de mano, bolso bandolera, bolso cruzado, rinonera, bolso de hombro, bolsa bandolera, cartera de mano',
    tote: 'bolsa de tela, bolsa tote, bolso tote, bolsa de la compra, bolso shopper, tote bag',
    backpack: 'mochila',
    wallet: 'cartera, billetera, monedero',
    'card-holder': 'tarjetero, porta tarjetas, portatarjetas',
    belt: 'cinturon, cinturones, correa de cintura',
    necklace: 'collar, collares, cadena de plata, gargantilla, colgante',
    bracelet: 'pulsera, brazalete',
    ring: 'anillo, sortija',
    watch: 'reloj, relojes, reloj de pulsera',
    sunglasses: 'gafas de sol, lentes de sol, anteojos de sol',
    'phone-case':
      'funda de movil, funda para movil, funda de telefono, carcasa de movil, funda movil, carcasa movil, fundas de movil, funda para telefono, funda para iphone, carcasa para movil, funda de celular, funda para celular',
    earphones: 'auricular, auriculares, audifonos, cascos bluetooth, cascos inalambricos',
    bottle:
      'botella termica, botella de agua, termo, vaso termico, cantimplora, botella isotermica, botella reutilizable, botella deportiva, botella',
    mug: 'taza, taza de cafe',
    plush: 'peluche, muneco de peluche, oso de peluche, juguete de peluche, osito de peluche',
  },
  others:
    'zapatero, caja, cajas, percha, perchas, estante, estanteria, soporte, funda, fundas, bolsa, organizador, estuche, joyero, cordon, cordones, plantilla, plantillas, correa, hebilla, llavero, parche, pegatina, cepillo, limpiador, kit, lampara, vela, paraguas, manta, cojin, almohada, alfombra, sombrero, zapatos, zapato, gafas, pendientes, aretes, broche, falda, pijama, banador, bikini, sujetador, leggings, medias, maleta, tendedero, gancho, colgador, perchero, patron, tela, hilo, traje, teclado, raton, cargador, cable, disfraz, toalla, cesta, cesto, tabla, protector, cubierta, antena, ropa, juguete, collar para perros, collar antipulgas, expositor, posavasos, tapa, calzador, horma, hormas, corbata, diadema, pinza, iman, cuadro, cartel, tirantes, calientatazas, lata, envio, gastos, enlace, anilla, anillas, servilletero',
}

export const frenchWords: LanguageWords = {
  kinds: {
    't-shirt': 't shirt, tee shirt, teeshirt, tshirt',
    shirt: 'chemise, surchemise, chemisier, blouse',
    polo: 'polo',
    jersey:
      'maillot de foot, maillot de football, maillot de basket, maillot domicile, maillot exterieur, maillot',
    hoodie:
      'sweat a capuche, sweat zippe a capuche, sweat shirt a capuche, pull a capuche, hoodie, sweat capuche',
    sweatshirt: 'sweat col rond, sweat shirt col rond, sweat a col rond, sweat sans capuche, sweatshirt',
    sweater:
      'pull, pullover, gilet en maille, gilet en laine, cardigan, pull over, tricot, chandail, gilet en tricot, gilet boutonne',
    jacket: 'veste, blouson, coupe vent, blazer, bombers, impermeable, k way',
    coat: 'manteau, trench, parka, pardessus, caban, duffle coat',
    puffer: 'doudoune, veste matelassee, veste rembourree, manteau matelasse, parka doudoune',
    gilet: 'doudoune sans manches, gilet sans manches, gilet matelasse, gilet',
    jeans: 'jean, jeans, pantalon en jean',
    trousers: 'pantalon, pantalon cargo, chino, pantalon de costume',
    sweatpants: 'pantalon de jogging, jogging, bas de jogging, bas de survetement, pantalon de survetement',
    shorts: 'short, bermuda, shorts, short en jean',
    tracksuit: 'survetement, ensemble de jogging, ensemble jogging, ensemble survetement',
    dress: 'robe, robe chemise, robe pull',
    socks: 'chaussette, chaussettes, soquette, chaussettes chaussons',
    underwear: 'calecon, boxer, slip, sous vetement, sous vetements, culotte',
    beanie: 'bonnet',
    cap: 'casquette',
    'bucket-hat': 'bob, chapeau de pecheur',
    scarf: 'echarpe, foulard, chale, cache cou',
    gloves: 'gant, gants, moufle, mitaines',
    sneaker:
      'basket, baskets, chaussures de sport, chaussures de course, tennis, chaussure de sport, chaussures de skate, chaussures de running',
    'leather-shoe':
      'mocassin, mocassins, derbies, derby, chaussures de ville, richelieu, chaussures bateau, chaussures en cuir',
    boots: 'botte, bottes, bottine, bottines',
    slides:
      'claquette, claquettes, sandale, sandales, chausson, chaussons, tong, sabot, pantoufles, mules, pantoufle',
    'shoulder-bag':
      'sac bandouliere, sac a main, sac banane, sacoche, sac d epaule, sac porte epaule, banane, besace, sac porte main, pochette bandouliere, sac a bandouliere',
    tote: 'cabas, tote bag, sac cabas, sac shopping, sac en toile, sac de courses',
    backpack: 'sac a dos, sacs a dos, cartable',
    wallet: 'portefeuille, porte monnaie',
    'card-holder': 'porte cartes, porte carte, etui a cartes',
    belt: 'ceinture',
    necklace: 'collier, pendentif, sautoir, collier ras de cou',
    bracelet: 'bracelet, jonc, gourmette',
    ring: 'bague, chevaliere, alliance',
    watch: 'montre, montre bracelet',
    sunglasses: 'lunettes de soleil',
    'phone-case':
      'coque de telephone, coque pour telephone, coque telephone, coque iphone, coque pour iphone, etui de telephone, coque de portable, coque portable, etui telephone, coque d iphone',
    earphones: 'ecouteur, ecouteurs, casque audio, casque bluetooth, casque sans fil, oreillettes',
    bottle: 'gourde, bouteille isotherme, thermos, bouteille d eau, tasse isotherme, bouteille thermos',
    mug: 'mug, tasse, tasse a cafe',
    plush: 'peluche, ours en peluche, doudou, jouet en peluche',
  },
  others:
    'boite, boites, range chaussures, etagere, cintre, cintres, porte manteau, portemanteau, support, etui, housse, housses, sac, sacs, pochette, rangement, organisateur, coffret, coffre, lacet, lacets, semelle, semelles, bracelet de montre, bracelet pour montre, boucle, boucle de ceinture, boucles d oreilles, porte cle, porte cles, ecusson, autocollant, brosse, nettoyant, kit, lampe, bougie, parapluie, couverture, plaid, coussin, oreiller, tapis, chapeau, chaussures, chaussure, lunettes, broche, jupe, pyjama, maillot de bain, soutien gorge, collant, collants, legging, valise, sechoir, crochet, patere, patron, tissu, fil, costume, clavier, souris, chargeur, cable, deguisement, serviette, panier, planche, protection, cire, chausse pied, embauchoir, embauchoirs, cravate, noeud papillon, bandeau, aimant, affiche, bretelles, presentoir, dessous de verre, couvercle, peignoir, robe de chambre, coque, livraison, frais, lien, bijou, bijoux, meuble, cage, laisse, chargeurs, figurine',
}

export const portugueseWords: LanguageWords = {
  kinds: {
    't-shirt': 'camiseta, t shirt, camisola de manga curta, camisola de algodao',
    shirt: 'camisa, sobrecamisa, blusa social, camisa social',
    polo: 'polo, camisa polo, camiseta polo',
    jersey:
      'camisa de futebol, camisola de futebol, camisa de time, camisa de basquete, regata de basquete, camiseta de futebol',
    hoodie:
      'moletom com capuz, sweat com capuz, blusa de moletom com capuz, camisola com capuz, casaco com capuz, blusao com capuz, moletom canguru',
    sweatshirt:
      'moletom gola careca, moletom sem capuz, sweat sem capuz, moletom gola redonda, blusa de moletom gola careca',
    sweater:
      'sueter, sueteres, cardiga, cardigan, camisola de malha, blusa de trico, casaco de trico, pulover, malha de la, casaco de malha',
    jacket: 'jaqueta, corta vento, casaco, blusao, blazer, corta ventos',
    coat: 'sobretudo, casaco comprido, casaco de la, trench coat, gabardine, parka, gabardina',
    puffer:
      'jaqueta puffer, casaco de penas, jaqueta acolchoada, casaco acolchoado, jaqueta de pluma, jaqueta de plumas, casaco puffer, kispo',
    gilet: 'colete',
    jeans: 'calca jeans, calcas jeans, calcas de ganga, jeans, calca de ganga',
    trousers: 'calca, calcas, calca cargo, calcas cargo, calca de alfaiataria, calca social',
    sweatpants:
      'calca de moletom, calcas de moletom, calcas de treino, calca jogger, calcas de fato de treino, calca de treino, calca moletom',
    shorts: 'bermuda, calcoes, short, shorts, calcao, bermudas',
    tracksuit: 'agasalho, fato de treino, conjunto de moletom, conjunto moletom',
    dress: 'vestido',
    socks: 'meia, meias',
    underwear: 'cueca, cuecas, calcinha, calcinhas, boxers, cueca boxer, roupa interior, roupa intima',
    beanie: 'gorro, touca, gorro de trico',
    cap: 'bone, bones',
    'bucket-hat': 'chapeu bucket, chapeu de pescador, chapeu pescador, bucket hat',
    scarf: 'cachecol, cachecois, lenco de pescoco, xale',
    gloves: 'luva, luvas',
    sneaker: 'tenis, sapatilha, sapatilhas, sapatenis',
    'leather-shoe':
      'mocassim, mocassins, sapato social, sapatos sociais, sapato de couro, sapatos de couro, sapato oxford, sapato derby, sapatos de vela',
    boots: 'bota, botas, coturno, botina, botins',
    slides: 'chinelo, chinelos, sandalia, sandalias, pantufa, pantufas, tamanco, tamancos',
    'shoulder-bag':
      'bolsa tiracolo, bolsa de mao, bolsa transversal, bolsa carteiro, mala de mao, bolsa de ombro, mala a tiracolo, pochete, bolsa a tiracolo, mala de ombro, bolsa feminina',
    tote: 'ecobag, sacola, bolsa tote, saco de pano, sacola de tecido, bolsa de lona, bolsa sacola, sacola de lona',
    backpack: 'mochila',
    wallet: 'carteira, porta moedas',
    'card-holder': 'porta cartoes, porta cartao',
    belt: 'cinto',
    necklace: 'colar, colares, gargantilha, corrente de prata, pingente, fio com pendente',
    bracelet: 'pulseira, bracelete',
    ring: 'anel, aneis',
    watch: 'relogio, relogio de pulso',
    sunglasses: 'oculos de sol',
    'phone-case':
      'capinha, capinha de celular, capa de telemovel, capa de celular, capa para celular, capa para telemovel, capa para iphone, capinha para celular, capa de telefone',
    earphones:
      'fone de ouvido, fones de ouvido, auscultadores, auriculares, fone bluetooth, fones bluetooth, headset, fone sem fio',
    bottle: 'garrafa termica, garrafa de agua, copo termico, cantil, squeeze, garrafa',
    mug: 'caneca, xicara',
    plush:
      'pelucia, peluche, urso de pelucia, urso de peluche, bicho de pelucia, boneco de pelucia, ursinho de pelucia',
  },
  others:
    'sapateira, caixa, caixas, cabide, cabides, prateleira, estante, suporte, capa, capas, bolsa, bolsas, saco, sacos, organizador, estojo, porta joias, porta relogios, cadarco, cadarcos, atacadores, palmilha, palmilhas, pulseira de relogio, pulseira para relogio, fivela, chaveiro, porta chaves, patch, adesivo, autocolante, escova, limpador, kit, lampada, luminaria, candeeiro, vela, guarda chuva, manta, cobertor, almofada, travesseiro, tapete, chapeu, sapatos, sapato, oculos, brinco, brincos, broche, saia, pijama, maio, biquini, sutia, legging, mala, varal, gancho, molde, tecido, linha, fato, terno, teclado, rato, carregador, cabo, fantasia, toalha, cesto, tabua, protetor, cobertura, brinquedo, coleira, expositor, porta copos, tampa, calcadeira, forma, gravata, tiara, ima, cartaz, suspensorios, regata, frete, envio, link, relogio de parede, despertador, porta guardanapos, argola, cinto de seguranca, espuma',
}

export const polishWords: LanguageWords = {
  kinds: {
    't-shirt': 'koszulka, koszulki, t shirt, tshirt, podkoszulek, longsleeve, koszulek',
    shirt: 'koszula, koszule, bluzka koszulowa, koszul',
    polo: 'koszulka polo, koszulki polo, polo, polowka',
    jersey:
      'koszulka pilkarska, koszulki pilkarskie, koszulka koszykarska, koszulka meczowa, koszulka sportowa klubowa',
    hoodie: 'bluza z kapturem, bluzy z kapturem, bluza kangurka, bluza rozpinana z kapturem',
    sweatshirt: 'bluza bez kaptura, bluzy bez kaptura, bluza crewneck, bluza klasyczna bez kaptura',
    sweater: 'sweter, swetry, kardigan, kardigany, golf welniany, pulower, sweterek',
    jacket:
      'kurtka, kurtki, wiatrowka, wiatrowki, bomberka, katana, marynarka, kurtka przeciwdeszczowa, ramoneska, kurtka jeansowa',
    coat: 'plaszcz, plaszcze, trencz, parka, plaszczyk',
    puffer:
      'kurtka puchowa, kurtki puchowe, puchowka, puchowki, kurtka pikowana, kurtka puffer, plaszcz puchowy, pikowana kurtka, puchowa kurtka',
    gilet: 'kamizelka, kamizelki, bezrekawnik',
    jeans: 'jeansy, dzinsy, spodnie jeansowe, spodnie dzinsowe, jeansow',
    trousers: 'spodnie, bojowki, spodnie bojowki, chinosy, spodnie materialowe, spodnie cargo',
    sweatpants: 'spodnie dresowe, dresy, joggery, spodnie sportowe, spodnie treningowe',
    shorts: 'szorty, spodenki, bermudy, krotkie spodnie, spodenki sportowe',
    tracksuit: 'komplet dresowy, dres, dres dwuczesciowy, zestaw dresowy, komplet sportowy',
    dress: 'sukienka, sukienki, suknia',
    socks: 'skarpetki, skarpety, skarpetka, skarpet, podkolanowki, stopki, skarpetek',
    underwear: 'bokserki, bielizna, majtki, slipy, figi, bokserek',
    beanie:
      'czapka zimowa, czapki zimowe, czapka z pomponem, czapka welniana, czapka dzianinowa, czapka beanie, czapka na zime, czapka robiona na drutach, czapka z welny',
    cap: 'czapka z daszkiem, czapki z daszkiem, bejsbolowka, bejsbolowki, czapka bejsbolowa, czapka baseballowa',
    'bucket-hat': 'kapelusz rybacki, kapelusze rybackie, kapelusz bucket, czapka rybacka, kapelusz wedkarski',
    scarf: 'szalik, szaliki, szal, szale, komin, chusta',
    gloves: 'rekawiczki, rekawice, rekawiczka',
    sneaker:
      'buty sportowe, sneakersy, trampki, buty do biegania, adidasy, tenisowki, buty skate, polbuty sportowe, sneakery, buty do koszykowki',
    'leather-shoe':
      'mokasyny, polbuty, buty skorzane, lordsy, buty wizytowe, polbuty skorzane, derby, oksfordy',
    boots: 'botki, kozaki, trapery, sztyblety, kalosze, sniegowce, glany, buty zimowe, buty trekkingowe',
    slides: 'klapki, sandaly, kapcie, japonki, chodaki, pantofle domowe, sandalki',
    'shoulder-bag':
      'torebka, torebki, listonoszka, nerka, torba na ramie, saszetka na pas, nerka biodrowa, kopertowka, torba listonoszka',
    tote: 'torba na zakupy, torba plocienna, torby na zakupy, torba bawelniana, torba shopper, shopperka',
    backpack: 'plecak, plecaki, plecaczek, tornister',
    wallet: 'portfel, portfele, portmonetka, portmonetki',
    'card-holder': 'etui na karty, etui na karte, wizytownik, portfel na karty, kartownik',
    belt: 'pasek, paski, pas skorzany, pasek do spodni, pasek skorzany',
    necklace: 'naszyjnik, naszyjniki, lancuszek, wisiorek, korale, celebrytka',
    bracelet: 'bransoletka, bransoletki, bransoleta, bransolety',
    ring: 'pierscionek, pierscionki, sygnet, sygnety, obraczka, pierscien',
    watch: 'zegarek, zegarki, zegarek na reke, chronograf',
    sunglasses: 'okulary przeciwsloneczne, okularki przeciwsloneczne, okulary sloneczne',
    'phone-case':
      'etui na telefon, etui na iphone, pokrowiec na telefon, obudowa na telefon, case na telefon, etui do telefonu',
    earphones: 'sluchawki, sluchawki bezprzewodowe, sluchawki bluetooth, zestaw sluchawkowy',
    bottle:
      'termos, bidon, butelka na wode, kubek termiczny, butelka termiczna, termosy, bidony, manierka, butelka',
    mug: 'kubek, kubki, filizanka, kubek do kawy, filizanki, kubek na kawe',
    plush: 'pluszak, pluszaki, maskotka, maskotki, mis pluszowy, zabawka pluszowa, przytulanka, pluszowy mis',
  },
  others:
    'pudelko, pudelka, pudlo, worek, worki, wieszak, wieszaki, szafka, szafka na buty, regal, polka, stojak, stojaki, pokrowiec, pokrowce, etui, torba, torby, organizer, organizator, szkatulka, kasetka, sznurowki, sznurowadla, wkladki, wkladka, pasek do zegarka, pasek na zegarek, paski do zegarka, klamra, brelok, breloczek, naszywka, naszywki, naklejka, naklejki, szczotka, szczoteczka, srodek, zestaw, lampka, lampa, swieca, swieczka, parasol, parasolka, koc, poduszka, mata, dywan, wycieraczka, kapelusz, buty, okulary, kolczyki, broszka, spodnica, pizama, stroj, kostium, biustonosz, rajstopy, legginsy, walizka, suszarka, haczyk, hak, wykroj, material, tkanina, nici, garnitur, klawiatura, mysz, myszka, ladowarka, kabel, recznik, kosz, koszyk, deska, oslona, ochraniacz, ochraniacze, zabawka, obroza, smycz, ekspozytor, podkladka, podstawka, pokrywka, lyzka do butow, prawidla, krawat, mucha, opaska, magnes, plakat, szelki, szlafrok, ubranko, kubraczek, wysylka, doplata, przesylka, spinka, bluzka, czapka, chlebak, zegar, budzik, figurka, impregnat, pasta',
}
