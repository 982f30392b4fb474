/**
 * Passwords that people choose often, in lower case: those of ten characters or more, and the words that people most
 * often add digits to. From the list of @zxcvbn-ts/language-common 4.1.3 (MIT).
 */
const words = `
0000000000d 0000000000o 000777fffa 0102030405 010203040506 01234567890 012345678910 0123654789 0123698745 014702580369 0147258369 0147852369
0147896325 0192837465 01telemike01 050605rostik 0987654321a 0cdh0v99ue 0o9i8u7y6t 1020304050 102030405060 1029384756 1029384756q 10293847qp
10987654321 1111111111zz 1111122222 11111aaaaa 1112131415 111222333000 111222333444555 111222333a 1122112211 1122334455 112233445566 1123581321
1133557799 1212312121 1213141516 1223334444 122333444455555 123123123a 123123123q 123123qweqwe 123321123321 123321456654 123321qweewq 1234509876
1234554321 1234554321a 1234554321q 1234562000 12345654321 123456654321 12345672000 12345677654321 123456782000 1234567887654321 123456789* 123456789.
1234567890 12345678900 123456789000 12345678900987654321 12345678901 123456789012 1234567890987654321 1234567890a 1234567890d 1234567890l 1234567890m
1234567890o 1234567890p 1234567890q 1234567890qaz 1234567890qw 1234567890qwe 1234567890qwerty 1234567890s 1234567890w 1234567890z 1234567890zzz
1234567891 12345678910 123456789101 12345678912 123456789123 1234567892000 12345678987654321 1234567899 123456789987654321 123456789a 123456789aa
123456789aaa 123456789abc 123456789as 123456789asd 123456789b 123456789c 123456789d 123456789e 123456789f 123456789g 123456789i 123456789j 123456789k
123456789l 123456789m 123456789n 123456789o 123456789p 123456789q 123456789qaz 123456789qq 123456789qqq 123456789qw 123456789qwe 123456789qwer
123456789qwerty 123456789r 123456789s 123456789t 123456789v 123456789w 123456789x 123456789y 123456789z 123456789zx 123456789zxc 123456789zz
12345678qwe 1234567qwertyu 123456qwer 123456qwert 123456qwerty 123456zxcvbn 12345abcde 12345asdfg 12345qazwsx 12345qwert 12345qwert7 12345qwerty
12345trewq 12345zxcvb 1234qwerasdf 1234qwerasdfzxcv 1234qwerty 1236547890 123654789a 123ewqasdcxz 123hfjdk147 123qwe123qwe 123qwe456rty 123qweasdzx
123qweasdzxc 123qwerty123 12andriy14 12qw34er56ty 1324354657 132forever 1346798520 1357908642 1357924680 1357997531 1472583690 147258369a 159753159753
1597532486 159753456852 17171717aa 1928374655 192837465q 193570356033 1958proman 1986irachka 1994200414 19952009sa 19960610ilja 19mtpgam19 1a2a3a4a5a
1a2a3a4a5a6a 1a2b3c4d5e 1a2s3d4f5g 1a2s3d4f5g6h 1pass1page 1q2q3q4q5q 1q2w3e4r5t 1q2w3e4r5t6y 1q3e5t7u9o 1qa2ws3ed4rf 1qa2ws3ed4rf5tg 1qaz2wsx3edc
1qaz2wsx3edc4rfv 1qazwsxedc 1qazxsw23edc 1qazxsw23edcvfr4 1qwertyuiop 1z2x3c4v5b 20162016up 2143658709 23176djivanfros 23wkoa0fp78dk 2468013579
2606642yra 26429vadim 2dumb2live 31217221027711 3141592654 3216732167 32615948worms 38gjgeuftd 3f3fpht7op 3rjs1la7qe 3syqo15hil 413276191q
41d8cd98f00b 420842084208555 4294967296 42qwerty42 4815162342 4815162342a 4815162342lf 4815162342lost 4815162342q 4904s677075 51051051051 541233432442
5432112345 5544332211 5858855abc 59382113kevinp 5hsu75kpot 5t4r3e2w1q 6215mila6215 671fsa75yt 70780070780 7410258963 7418529630 742617000027
7777755102q 7894561230 789456123a 789456123q 7elephants 7jokx7b9du 7ugd5hip2j 80070633pc 80361665abc 80637852730 8096468644q 80972694711 80988218126
87654321vv 87e5nclizry 88002000600 89015173454 89032073168 89057003343 89063032220m 89132664230 89172735872 89181502334 89211375759 89231243658s
89600506779 89614774181 89876065093rax 89semtsriuty 8phrowz622 8phrowz624 9085084232 9085603566 9293709b13 9638527410 9731553197 9874563210 987654321a
987654321g 987654321z 989244342a 9988776655 999111999q 99strenght 9z5ve9rrcz a123456789 a1234567890 a1a2a3a4a5 a1b2c3d4e5 a1s2d3f4g5 a1s2d3f4g5h6
a3eilm2s2y a789456123 a987654321 aa123456789 aaliyah aardvark aaron abc123456789 abcd123456 abcde12345 abercrombie aberdeen abgrtyu abigail
abracadabra abraham abrakadabra absolut absolutely access accord account accountbloc accounting achilles action activation active ad12345678 adgjmptw
adidas admin admin18533362 administrator admiral adonis adrenaline adrian adriana adrienne adult aezakmi aezakmi123 afghanistan africa afrika2002
again aggies aikido airborne airbus airforce airplane ajcuivd289 ajnjuhfabz aksjdlasdakj89879 alabama alabama123 alaska albatros albert alberto albina
albion alejandr alejandro1 aleksander aleksandr aleksandra aleksey alessandra alessandro alexande alexander alexander1 alexandr alexandra alexandra1
alexandria alexis alexsander alfred alibaba alice alicia alien aliens alina alinaalina alisaalisa alison alkanaft123 allahuakbar allen alliance
allison allmine allsop allstar alpha alpha135792468 alphabravo alphaomega alpine alternativa alternative alucard always alyssa am4h39d8nh amadeus
amadeusptfcor amanda amateur amazing amazon ambassador amber amelia america american amsterda amsterdam amsterdam1 an83546921an13 anaconda anakin
analsex anarchy anastasia anastasija anastasiya anderlecht anders anderson andre andrea andreas andrei andres andrew andrewjackie andrey andrey1992
andromeda anfield angel angela angelangel angelica angelina angelo angelochek angelofwar angels angie angus anhyeuem animal animal2000 animals anime
annette annie answer antananarivu anthony antichrist antoine anton antonio anubis anything anytimetoday apache apocalypse apokalipsis apollo apple
applejuice applepie apples applesauce april aquarius aragorn archer archie arizona arjay armageddon armani arnold arsenal arsenal123 artemartem
artemis arthur artist artur asd123asd123 asdasd asdfasdf asdfg asdfg12345 asdfgh asdfgh123456 asdfghj asdfghjk asdfghjkl asdfghjkl1 asdfghjkl123
asdfjkl asdzxc ashley ashton asian aspire aspirine assass assassin assfuck asshole asshole123 assholes assman astalavista asterix astonmartin
astonvilla astra334566 astrid astros athena athens atlanta atlantic atlantis atomic attack attitude auburn auckland2010 audrey august aurora aussie
austin australi australia australia1 autumn avalanch avalon avatar avenger avrillavigne awdrgyjilp awesome awesome123 awo8rx3wa8t azamat azerbaijan
azerbaycan azerty azertyuiop azsxdc azsxdcfv azsxdcfvgb azwebitalia babemagnet babes babies babyblue babyboy babydoll babyface babygirl babylon
bacardi backdoor backup bacon badass badboy baddog badger badgirl badiman28200 badnaamhere baggins bagira bailey baller balloon balloons balls bambam
banana bananas banane bandit bangbang bangkok bangladesh banker banshee barbara barbarossa barber barbie barcelon barcelona barefoot barkley barney
barrett barry barsik baseball baseball10 baseball11 baseball12 baseball21 basket basketba basketball basketball1 bassman bassmaster bastard batman
battle battlefield battlestar baxter bayern beach beaches beagle beaner beanie bearbear bears beast beastie beatles beatrice beautiful beautiful1
beauty beaver beavis beckham becky beefcake beerbeer beetle believe belinda bella belladonna belle bender benfica bengals benjamin bennett benny
benson bentley beretta berezuckiy berlin berlin1945 bermuda bernadette bernard bernie bertha bertie bestfriend bethany better betty beverly
bhrh0h2oof6xbqjeh bianca biblioteka bicycle bigass bigballs bigbear bigbird bigboobs bigboy bigbrother bigcock bigdaddy bigdick bigdog bigfoot bigger
biggie biggles bigguy bigmac bigman bigmike bigmoney bigone bigred bigsexy bigtime bigtits bikini billie billy billybob billyboy bimmer bingo birdie
birdman birmingham birthday birthday10 birthday100 birthday133 birthday21 birthday26 birthday27 birthday28 birthday299 birthday36 birthday54 biscuit
bishop bitch bitches biteme bizkit blabla black blackadder blackberry blackbir blackcat blackdog blackdragon blackhaw blackhawks blackheart blackhorse
blackie blackjac blacklabel blackman blackmetal blacks blacksheep blacksonblon blackwhite blacky blade bladerunner blades blahblah blake blaster
blazer blessed blessing blingbling blitzkrieg blizzard blonde blondes blondie blood bloody blossom blowjob blowme bltynbabrfwbz bluebird blueblue
blueboy bluedevils bluedog bluedragon blueeyes bluemoon blues bluesky bmvm3e46gtr bobafett bobbie bobbob bobby bobcat boeing bogart bogdan bogey
bohica bollocks bollox bomber bondage bondarenko bonehead boner bones bonita bonjour bonkers bonnie bonsai boobie boobies booboo boobs booger boogie
booker bookworm boomboom boomer bootie boots booty boredboi4u boricua boris bosco bossman boston bot_schokk bottle bottom bounce bowler bowling bowser
boxing boy1cool23 boy4u2ownnyc bpgjldsgjldthnf bradford bradley brandi brando brandon brandy brasil braveheart braves bravo brazil breakdance breast
breeze brenda brendan brent brewer brewster brian briana brianna bridge bridget brighton bristol britney brittany broadway broken bronco broncos
brooke brooklyn brooks brother brothers brown brownie browns bruce brucelee brucewayne bruins bruno brutus bryan bryant bubba bubbas bubble bubbles
bucket buckeye buckeyes buckshot buddah buddha buddy budlight budman budweise buffalo buffett buffy bugger builder bujhmbujhm bulldog bulldogs bullet
bullnuts2003 bullseye bullshit bullwinkle bunghole bunny burger burton bushmaster business businessbabe busted buster butch butler butter butterbean
butterfl butterfly butterfly1 butthead butthole buttman button buttons butts buzzard bvncnbnvvbn byajhvfnbrf byteme c43dae874d c43qpul5rz c7e4f8ezqh
cabbage cactus cadillac caesar caitlin calculator calico caliente californ california california1 caligula callaway callie callofduty calvin camaro
cambiami camel camelot camels camera cameron camilla camille campbell canada canadian cancel cancer cancun candice candle candy candyeater candyfinger
candyman cannon cannondale canon cantona capital capone captain caramel carbon cardinal carina carla carlo carlos carlton carmen carol carole carolin
carolina caroline carolyn carpet carrera carrie carrot carson carter cartman cartoon casablanca casanova caserta casey casino casper cassidy cassie
castle catalina catdog caterpillar catfish catherin catherine catman cavalier caveman ccbill cdtnkfyf cecilia cedric cegthgegth cegthgfhjkm celeron
celeste celica celine celtic celtic1888 celtics center central cerberus cessna cfitymrf cfkfvfylhf cghfdjxybr cgtwbfkbcn chainsaw chair challenger
champ champion champs chance chandler chanel chang change changed changeme chaos charger chargers charles charleston charley charli charlie charlie111
charlie123 charlott charlotte charlotte1 charlton charly charmed chase chaser cheburashka check cheerleader cheerleaers cheers cheese cheeseburger
cheesecake cheetah chelsea chemical cheng cherokee cherry cheryl chessmaster chester chester123 chesterfield chevelle chevrole chevy chewie cheyenne
chicago chichi chicken chicken123 chickens chickenwing101 chicks chico chief chiefs children china chinchilla chipper chivas chloe chocolat chocolate
chocolate1 chong chopper chris chrisbln chrisbrown chrissy christ christia christiaan christian christian1 christie christin christina christine
christop christophe christopher christopher1 christy chronic chrono chuang chubby chuck chuckie chuckles chucky chunky chupakabra church cicero cigars
cincinnati cinder cinderella cindy cinnamon civilization cjdthitycndj cjkysirj cjkywt claire clancy clapton clarence clarinet clark classic claude
claudia claudio clayton clemson clevelan clifford clinton clipper clitoris clover clown clubpenguin cnfc35762209 cnfnbcnbrf cnjvfnjkju cobra cocacola
cockgobbler cocks cocksucker coconut coffee cohiba coleman collection colleen college collins colombia colorado colors coltrane columbia columbus
combat combat123654 comet comicbookdb comicbooks comics command commando commercial common company compaq compatible computador computadora compute
computer computer12 concrete condom condor confidence configuratio confused connect connection conner connie connor conrad constantin constantine
construction consumer contact content contortionist contrasena control controller cookie cookies cooldude cooler coolguy coolio coolman cooper
coorslight cooter copenhagen copper cornell corona corperfmonsy corporation corrado corvette cosmo cosmopolitan cosmos cosworth cotton cougar
counterstrike country courtney cowboy cowboys coyote cracker craig crash crawford crazy crazybab crazyhorse cream creampie creamy creative credit
crepusculo cricket crimson cristina cristopher critter crjhgbjy cruise cruiser crunch crusader crysis crystal ctdfcnjgjkm cthulhu cthutq cubbies
cuddles cumming cumshot cuntfinger cunts cupcake curious curtis custom cutlass cutter cvzefh1gkc cxfcnkbdfz cxfcnmt cxfcnmttcnm cyber cyberonline
cyclone cyclops cyecvevhbr cyjdsvujljv cynthia cypress cytuehjxrf daddy daddysgirl daewoo dagger daisy dakota dalejr dallas dalton damage damian
damien dammit damnit dance dancer danger danie daniel daniela danielle daniil danila danni danny dannyboy dante danzig daphne darius darkknight
darkness darkside darkstar darling darren darthvader darwin dashadasha david davids davidson davis dawson daytona dbrnjh dbrnjhbz dbrnjhjdbx
dbrnjhjdyf dctvcjcfnm dctvghbdtn deacon deadhead deadman deanna death debbie deborah december deedee deejay deeppurple deepthroat deerhunter deeznuts
deeznutz defender defiant deftones delete delta deltaforce deluxe demolition demon demons denali denis denise deniska dennis denver department depeche
depechemode derek derrick description desert design designer desire deskjet desperados destiny destruction detroit deutschland devastator devil
devildog devildriver devilmaycry devilmaycry4 devils dexter dfkthbz dfkthf dfktynbyf dfktynbyrf dfvgbh dharma dhjnvytyjub diablo diamond diamonds
diana dickhead dicks dictionary diehard diesel dietcoke difference digger digital digitalprodu dilbert dildo dilligaf dillon dinamo dingdong dinosaur
direct director dirty discover disney disneyland diver divine dixie djljghjdjl dkflbckfd dkflbdjcnjr dkflbvbh dkflbvbhjdbx dkflbvbhjdyf dmiller12as
doberman doctor dodge dodger dodgeram dodgers dodgeviper dogfood doggie doggy doggystyle doghouse dogman dogphil3650 dollar dollars dolphin dolphins
domainlock2005 domination dominic domino domodedovo donald donaldduck donkey donkeykong donna donnie donuts doobie doodle doogie dookie dorian dorothy
double doughboy douglas downtown dracula drago dragon dragonball dragonballz dragonfire dragonforce dragons dragoon drake dream dreamer dreamonline
dreams driver drizzt droopy drowssap drpepper drumandbass drummer dthjybrf dtynbkznjh dublin ducati duchess dudley dumbass duncan dunnowho89
duranduran durango duster dustin dusty dylan e6pz84qfcj eagle eagles eastside eatme eatpussy eatshit eclipse eddie eduard eduardo edward edwardcullen
edwards eeyore efbcapa201 eghfdktybt eileen einstein ejaculation ekaterina ekaterina20 elaine electric electronic electronics element elena elephant
eleven elijah elizabet elizabeth elizabeth1 elliot elliott elsalvador elvira elvis elwood emerald emerson emily eminem emmanuel emmitt empire energy
engage engine engineer engineering england english enigma enjoy enter enterpri enterprise entertainment erica ericsson ernest erotic erotica
escaflowne escape escort esther eternal eternity eugene europa europe evanescence evangelion evelyn everest everton everything excalibu excellence
exigen exigent exodus experience experienced explorer express extreme eybdthcbntn fabian fabie fabric facial faggot faith falcon falcons fallen
fallenangel fallout falloutboy family fantasy farmer farside fartripper fashion faster fatass fatboy fatcat father fatima fatima753357 fatman
fcbarcelona fcnfkfdbcnf fdnjhbpfwbz feather february federico felicia felicidade felipe felix fender fenerbahce fernand fernando ferrari ferret fester
fetish fghtkm fgjkbyfhbz fgjrfkbgcbc ficken fiesta figaro fighter fighting54 filter filthy finalfantasy findaupair007 finger fingers finish fiorentina
fireball firebird firefighter firefly firefox fireman firestarter first firstone123 fisher fishes fishfinger fishing fitness fitzgerald fkg7h4f3v6
fkmnthyfnbdf fktrcfylh fktrcfylh1 fktrcfylhf fktrcfylhjd fktrcfylhjdbx fktrcfylhjdf fktrcfylhjdyf fktrcfylth fktrctq flames flamingo flash flatron
fletch fletcher flight flintstone flipper floppy florence florian florida flounder flower flowers floyd fluffy flvbybcnhfnjh flyboy flyers flying
focus foobar footbal football football10 football12 football123 forest forever foreveryoung forfun forget forgetmenot forgot formatters formula
forrest fortuna fortune fossil foster foundation fowler foxtrot france frances francesc francis franco francois frank frankie franklin franky
frankzappa freak freaks freaky freckles freddie freddy frederic frederiksberg fredfred freedom freelancer freeman freepass freeporn freeuser freeze
french fresh freyfvfnfnf friday friend friends friendship friendster fright frisco frisky fritz frodo frogger froggy froinlaven fromvermine frontier
frosty frozen frozenfish fubar fuck_inside fucked fucker fuckers fuckface fuckfuck fuckher fuckin fucking fuckinside fuckit fuckme fuckmehard
fuckmylife fuckoff fuckoff666 fuckthemall fucktheworld fuckthis fuckthroat fucku fuckyou fuckyou123 fuckyoubitch fuckyouguys fufnfrhbcnb fugazi
function funny funtime fusion futbol future fyfcnfcbz fyfcnfcbz1 fyfnjkmtdbx fyfnjkmtdyf fylhtq fynfyfyfhbde gabrie gabriel gabriell galatasara
galatasaray galaxy galina galore gambit gamemaster games gandalf gangbang gangbanged gangsta gangster garage garbage garcia garden garfield gargoyle
garrett gaston gatekeeper gateway gator gators gblfhfcbyf gbpltw gearsofwar gegcbr geheim gemini general generation genesis genius george georgetown
georgia gerald gerard gerasimova german germany geronimo gesperrt getmoney getsome gettysburg gfhfcjkmrf gfhfktkjuhfv gfhfvgfvgfv gfhjkm gfhjkmgfhjkm
ghbdtn ghbdtnbr ghbdtndctv ghbdtnghbdtn ghbdtngjrf ghbdtnrfrltkf ghetto ghhh47hj764 ghhh47hj7649 ghjatccbjyfk ghjcnbnenrf ghjcnbvtyz ghjcnj ghjcnjabkz
ghjcnjgbpltw ghjcnjgfhjkm ghjcnjghjcnj ghjcnjnfr ghjcnjnfr1 ghjcnjqgfhjkm ghjcnjrdfibyj ghjcnjrdfif ghjgfufylf ghjnbdjcnjzybt ghjnbdjufp ghjrehfnehf
ghjrjgtyrj ghjuhfvbcn ghjuhfvvbcn ghost ghostrecon ghostrider ghtdtlvtldtl giant giants gibson gilbert gilbert2707 gillian ginger giorgi giovanni
girlfriend girls giuseppe gizmo gizmodo gjdtkbntkm gjhjlfcjqrb gjikbdctyf gjkbyf gjkysqgbpltw gjyjvfhtdf gjytltkmybr gladiator global gloria gmoney
goalie goblin goblue goddess godfathe godfather godisgreat godsmack godzilla godzils4s7 gofish goforit goldberg golden goldfinger goldfish goldie
goldstar goldwing golfball golfer golfgolf golfing goliath gollum gonzo goober good123654 goodboy goodbye goodfellas goodluck goodman goodmorning
goodtime goofy google goose gopher gordolee85 gordon gorilla gotcha gothic gotohell govols grace gracie graham grandma grandmaster grandorgue granny
grant grapes grasshopper grateful great greatone greece greedisgood green greenbay greenday greene greengreen greenhouse greenlantern greens gregor
gregory gremlin grendel gretchen gretzky griffey griffin grimreaper gringo grizzly groove groovy groucho groupd2013 grover grumpy gthtcnhjqrf
gthtrfnbgjkt gthtrhtcnjr gtnhjpfdjlcr guardian guest guiness guinness guitar guitarhero gundam gundamwing gunnar gunner gunners gunslinger gustav
gxlmxbewym gy3yt2rgls h72sfibbnl hacked hacker hailey hairy halflife hallelujah hallo hambone hamburg hamilton hamlet hammer hammerhead hammers
hammertime hampton hamster handsome hanna hannah hannibal hansen hansolo happy happyday happyhappy hardcock hardcore harder hardon hardrock hardwareid
harley harmony harold harper harris harrison harry harrypotter harvey hastings havefun hawaii hawkeye hawkeyes hayabusa hayden hayley hd764nw5d7e1vb1
hd764nw5d7e1vbv headhunter heart hearts heather heaven heavymetal hector hedgehog hedimaptfcor heidi heineken helen helena helicopter hellfire hello
hellohello hellokitty helloo hellothere helloworld hellraiser hellyeah helmet helpme hendrix henry hentai herbert herbie hercules herman hermes
hershey hesoyam hesoyam123 hidden higgins highland highlander hijodeputa hilton hiphop history hithere hitler hitman hjvfirf hobbes hobbit hockey
hocuspocus hokies holden holiday holland hollister1 holly hollywoo hollywood hollywood1 holmes holyshit homer homers homerun honda hondacivic
hondas2000 honey hongkong hooker hoosier hoosiers hooter hooters hoover hopper horizon horndog hornet horney horny horse horsepower horses hotboy
hotdog hotpussy hotred hotrod hotsex hotshot hotstuff hottie house housemusic houses housewifes houston howard hshfd4n279 htubcnhfwbz hudson hummer
hungry hunter hunting hurley hurrican hurricanes husker huskers huskies hustler hyperion hypnodanny iaapptfcor iamawesome iampurehaha2 ibanez icecream
iceman iddqdiddqd iddqdidkfa idiot idontknow idontknow1 iforgot iguana ihateyou ilikepussy illini illuminati illusion iloveboobies ilovegirls
ilovejesus ilovemusic ilovemyfamily ilovemylife ilovemyself ilovepussy ilovesex iloveu iloveyo iloveyou iloveyou11 iloveyou12 iloveyou123 iloveyou143
iloveyou22 imagination imagine imjakie123 immortal impala imperial impossible incredible incubus independent indian indiana indians indigo infalicall
infantry inferno infiniti infinity information ingodwetrust ingrid insane insert insertions inside installdevic installsqlst installutil integra intel
intelinside intelligence interacial intercourse intermilan international internet intrepid intruder ipo54tj45uy856 ireland irina irish ironmaiden
ironman isabel isabella isabelle isaiah iseedeadpeople island israel italia italian itsasecret ivanivanov ivanov ivanova iverson iwantu j3qq4h7h2v
jabroni jackal jackass jackdaniels jackhammer jackie jackoff jackson jacob jacqueline jagger jaguar jamaica james jamesbon jamesbond jamesbond007
jamesjames jamie jammer janet janice janine january japan japanese jarhead jasmin jasmine jasmine123 jason jasper javier jaybird jayhawk jazzman
jeanette jeanne jediknight jedimaster jeffery jeffrey jenna jennie jennifer jenny jensen jeremiah jeremy jericho jerkoff jerome jerry jersey jesse
jessejames jessic jessica jessie jester jesus jesuschris jesuschrist jesusfreak jesusislord jesussaves jetbalance jethro jewels jigei743ks jillian
jimandanne jimbo jimbob jimmy jlbyjxtcndj joanna joanne joejoe johanna johannes johnboy johnjohn johnny johnson joker jokerjoker jokers jonathan jones
jordan joseph josephphone7 joshua journey jrcfyf juancarlos judith juggalo juggernaut juice julia julian julie juliet juliette julius jumper junebug
jungle junior jupiter justdoit justforfun justice justin justinbiebe justinbieber justine justme juventus jxfhjdfirf k123456789 kahuna kaiser kaktus
kalifornia kaliningrad kamehameha kamelia2011 kamikaze kangaroo kanmax1994 kansas karate karen karina karma karolina kashmir kasper katana katerina
kathleen kathryn kathy katie katrin katrina katyakatya kawasaki kaylee kazakhstan kbnthfnehf kd189nlcih keeper keith kelley kelly kelsey kendall
kennedy kenneth kenny kenshin kensington kentucky kenwood kenworth kermit kevin keyboard keystone keywest kickass kicker killbill killer killme kimber
kimberly kingdom kingfish kingfisher kingkong kingpin kingston kinky kipper kirill kirsten kisses kissme kitkat kitten kitty kittycat kittykitty
klapaucius klaster klingon klubnichka knickerless knickers knicks knight knights knopka knucklehead kobebryant kodiak kolobok konovalova konstantin
koshka kosmos kostya kotenok kozanostra kramer krasavchik kravchenko krishna krista kristen kristi kristin kristina kristine kristopher kristy
kryptonite krystal ktjynsq40147 ktyjxrf kudos4ever kungfu kurtcobain kwiatuszek labrador labtec lacrosse ladies ladybug ladyffesta laguna lakers
lambert lamborghini lamborgini lamont lance lancelot lancer lansing laptop larisa larry laser lasvegas latin latino laura laurel lauren laurie
lawrence lawyer leader leanne leather leavemealone ledzep ledzeppelin left4dead2 legacy legend legion legolas lemons lennon leonard leonardo leonid
leopard lesbian lesbians leslie lespaul lestat lester letmein letmein123 letmeinnow letsgo lewis lexmark lfplhfgthvf lhbjkjubz2957704 liberty library
licker lickit lickme lifehack lifeisgood lifetime light lighthouse lightnin lightning lights lightsaber lillian limpbizkit lincoln linda lindsay
lindsey lineage123 linkinpark lionel lionking lions liquid lisalisa lissalissa little littlebear littlebitch littlefuck littlegirl littleminge
littleslut littlewhore liverpoo liverpool liverpool1 liverpoolfc livestrong lizard lizzie lkjhgfdsazx lobster lockerroom logan logitech lokomotiv
lolipop lolita lollipop lollol lololyo123 london lonely lonestar lonewolf longhorn looker looking looney looser loploprock lorenzo lorraine losangeles
loser losers lost4815162342 lothlorien lotrfotr34 louis louise loulou love777321777 loveforever loveislife loveit lovelove lovely loveme lover
loverboy lovers lovesex loveyou lovezp1314 loving lowrider lp2568cskt lsia9dnb9y luansantana lucas lucifer lucifer666 lucky luckycharm luckydog ludwig
lumberjack luojianhua luther lvbnhbq lytdybrbdfvgbhf lytghjgtnhjdcr lzhan16889 m123456789 m6cjy69u35 ma123123123 macdaddy machine macross madagascar
madagaskar madden maddie maddog madeline madison madman madmax madness madonna madrid maestro maggie maggot magic magical123 magick magicman magnolia
magnum magnus magpie maiden mailcreated5240 mailman maintenance maisuradze majestic makaveli maksim malaka malcolm malibu malina mallard mamapapa
management manager manchest manchester manchester1 mandarinka mandingo mandragora mandy mangust6403 maniac manson manuel manutd mapet123456 mapleleafs
maprchem56458 maradona marathon marcel marcia marco marcos marcus marcuseckos margaret margarita margherita maria mariah mariamaria marian marianne
marie marilyn marin marina marinamarina marine mariners marines marino marinochka mario marion marisa marissa marius market markhegarty markus
marlboro marlene marley marlin marshall martha martin martina martinez martini marvel marvin maryjane maryland mashamasha mason massage massimiliano
massimo massive maste master masterbaiting masterbate masterbating mastercard masterchief mastermind masters masturbate masturbation matador
matchbox20 matematica matematika mathematics mathew matilda matrix matthew mattie mattylad10 mature maureen maurice maurolarastefy maverick maxell
maxim maxima maximilian maximum maximus maxine maxmax maxmotives maxwell mayday mayhem maynard mazafaka meatball meathead meatloaf mechanic mechanical
medicine meditation megadeth megaman megan megapass megatron meghan meister melanie melinda melissa mellon mellow melody melvin member memorex memory
memphis menace meowmeow mercedes mercury meredith meridian merlin mersedes metal metallic metallica metallica1 method metropolis mevefalkcakk mexico
miami michael michael123 michaela michaeljackson micheal michel michele michell michelle michigan mickey mickeymouse microlab micron microphone
microsof microsoft midget midnight midway mighty miguel mikemike mikey milana milano milena miles milfhunter military millennium miller millerlite
millertime millie million millionaire milton minecraft minecraft123 minhasenha minicooper minime minnesota_hp minnie miracle mirage miranda miriam
mirror misfit mishka misiaczek1 mission mississippi missy mister mistress misty mitchell mitsubishi mittens mobile models mohammed mollie molly moloko
molson mommy momoney momsanaladventure monaco monalisa monday mondeo money moneymaker moneyman moneymoney moneys mongoose monica monika monique
monitor monke monkey monkeybutt monkeys monopoly monroe monster monster123 montana montecarlo montenegro montgom240 montgomery montreal monty moocow
mookie moomoo moonlight moose morgan morganstanley morning morpheus morris morrison mortalkombat mortgage moscow mostwanted motdepasse mother
motherfuck motherfucker motherlode motley motorcycle motorola mountain mouse mousemouse movie movies mozart msoracle32re msorcloledbr muffin mulder
multimedia multiplelo multiplelog munchkin muppet murcielago murder murphy murray muscle mushroom music musica musiclover musicman mustang mustangs
mustard mybaby myjdxtcxks mylife mylove mypass mypassword myself mystery mystic nadine naked nancy napass napoleon napster naruto nascar nasty nastya
nastya1995 nastya1996 nastya1997 nastya2010 nastyanastya natali natalia natalie natasha natasha123 nathalie nathan national natural nature naughty
naughtyboy navigation nccpl25282 ne_e_pod_chehyl nebraska necromancer necronomicon need4speed needforspeed nellie nelson nemesis nemvxyheqdd5oqxyxyzi
neptune nesterenko network networkingpe nevada neveragain nevergiveup neverwinter newbie newcastl newlife newman neworleans newpass newpassword
newport newproject2004 newton newyork newzealand nfnmzyf nguyen nhbujyjvtnhbz nhecsyfujkjdt nhfdvfnjkju123 nhfrnjhbcn nhfycajhvths nicholas
nick1234-rem936 nickel nicola nicolas nicole nigger night nightcrawler nightmare1 nightshade nikita nikita1998 nikita2000 nikki nikola nikolaevna
nikolay nimrod niners ninja nintendo nintendo64 nipper nipple nipples nirvana nissan nissan350z nitram nofear nokia nokia6230i nokiadermo
nolimit nondriversig noodle noodles nookie noonehackme nopass nopassword norman norton norway nostradamus nothing nottingham november novosibirsk
nthvbyfnjh nthvbyfnjh2 ntktdbpjh1994 nuaddn9561 nudist nugget number nuttertools nyjets nylons nymets oakland oakley oasis obiwan oblivion oc247ngucz
ocean october odessa office ohyeah oilers oklahoma oksana olcrackmaster oldman oldsmobile olegnaruto oliver olivia olivier omega omgkremidia onelove
onetwothree online onlyme ontheoutside ontherocks opensesame openup operator optimus oracle orange oranges orchid oregon orgasm original orioles orion
orlando orochimaru oscar osiris outkast outlaw overkill overlord oxford p0o9i8u7y6 pacific packard packer packers pacman padres painkiller paint
paintbal paintball paintball1 painter pakistan palace paladin palmer pamela panama panasoni panasonic pancho panda pandemonium pandora pantera panther
panthers panties pants pantyhos panzer paper paradise paradox paraklast1974 paris parker parliament parol12345 parola parolparol parrot party pascal
passat passion passmaster passme passpass passport passtrader passwor password password00 password01 password10 password11 password12 password123
password1234 password13 password21 password22 password23 password69 password88 password99 passwordassword passwordpassword passwords passwordstandard
passwort patches pathfinder patricia patrick patriot patriots patton patty paula pauline pavilion payton peace peacemaker peach peaches peanut
peanutbutter peanuts pearl pearljam pebbles pedro peekaboo peewee pegasus pencil penelope penetrating penetration penguin penguins penis penny
penthous pentium people pepper peppermint pepsi percussion perfect perfection performance performing person personal pervert peter peternorth peterpan
peters peterson petra peugeot peugeot406 peyton pfhfnecnhf pfqwtd27121988 phantom phezc419hv philadelphia philip philippe philippines philips phillies
phillip phillips philly philosophy phish phoebe phoenix photo photos phpbb pianoman picard picasso piccolo pickle pickles picture pierre piglet
pikachu pillow pilot pimpin pineappl pineapple1 pingpong pinhead pinkfloy pioneer piper pippen pirate pirates pisces pistol pitbull pittsburgh pizza
planet plastic platinum playboy player playground playstatio playstation playstation2 playstation3 playtime please pleasure plhfdcndeq plumber
plymouth pobeda poetry pointblank pointbreak poison pokemon pokemon123 poker polaris police polina polniypizdec0211 polniypizdec1102
polniypizdec110211 polopolo09 polska pompey poncho pontiac poochie poodle poohbear pookie poontang pooper poopie poopoo pooppoop pooter popcorn popeye
poppy porkchop porno pornografia pornographic pornography pornos pornstar porsche porsche911 porter portishead portland portsmouth portugal poseidon
positive possum postal postov1000 potato potter powder powell power powerpower powers precious predator prelude premier premiumcash presario
presidente presto preston pretty prettygirl primetime21 primus prince princes princess printer prisonbreak prissy private privet prodigy production
professional profit programmer progressive prometheus prophet prosperity protection proxy psychnaut1 psycho ptybnxtvgbjy public pudding puertorico
pufunga7782 pumpkin punisher punkin punkrock punksnotdead puppies puppy pupsik purdue purple pussie pussies pussy pussybitch pussycat pussyeater
pussylicker pussylover pussypussy pussys putter pyfrjvcndj pyramid python q123456789 q1234567890 q1q2q3q4q5 q1w2e3r4t5 q1w2e3r4t5y6 q1w2e3r4t5y6u7
q1w2e3r4t5y6u7i8 q1w2e3r4t5y6u7i8o9p0 qawsed qawsedrf qawsedrftg qawsedrftgyh qaz123wsx456 qaz26101778 qazqaz qazwsx qazwsx1234 qazwsx12345
qazwsx123456 qazwsxed qazwsxedc qazwsxedc1 qazwsxedc12 qazwsxedc123 qazwsxedcrfv qazwsxedcrfvtgb qazwsxqazwsx qazxsw qazxswedc qazxswedc123
qazxswedcvfr qpwoeiruty qq123456789 quality quant4307s quantum quartz quattro queen queenas8151 queens quicksilver quiksilver quincy qwaszx
qwaszxerdfcv qwe1234567 qwe123qwe123 qweasd qweasdzxc qweasdzxc1 qweasdzxc12 qweasdzxc123 qweqwe qwerasdf qwerasdfzxcv qwert qwert12345 qwert54321
qwertasdfg qwertasdfgzxcvb qwertgfdsa qwerttrewq qwerty qwerty1234 qwerty12345 qwerty123456 qwerty123456789 qwerty2010 qwertyasdfgh qwertyu qwertyu123
qwertyui qwertyuio qwertyuiop qwertyuiop1 qwertyuiop10 qwertyuiop12 qwertyuiop123 qwertyuiop12345 qwertyytrewq r3vi3wpass rabbit rabota racecar racer
racerx rachael rachel racing radio rafael ragnarok raider raiders railroad rainbow rainforest rainman raistlin ralph rambler rambo rammstein
rammstein1 ramona ramses randall random randy ranger rangerover rangers raptor rascal rashley198 rasputin rasta rastaman rattlesnake raven ravens
raymond rbhbkk rctybz reader reading ready reagan reality realmadrid reanimator reaper rebecca rebel rebels recovery redalert redbull reddog
redemption redfish redhead redhot redman redneck redrum redskins redsox redwing redwings redwood reebok reefer reggie regina remember renault renee
renegade rereirf rescue research resident residentevil respect respublika retard retired revelation revenge review reviewpass revolution reymysterio
rfcgthcrbq rfgecnfcerf rfhbyf rfhfrfnbwf rfhfvtkmrf rfkbajhybz rfkmrekznjh rfnfcnhjaf rfnfgekmnf rfnthbyf rfnthbyf1988 rfrfirf rfrnec rhbcnbyf
rhbcnbyjxrf rhfcjnrf rhfcyjzhcr rhfvfnjhcr rhiannon rhonda ricardo richard richards richardson richie richmond ricky rightnow ripken ripper ripple
river riverplate rivers rjhjkmbien rjirfrgbde rjkjrjkmxbr rjntyjr rjycnbnewbz rjycnfynby rkfdbfnehf roadkill roadking roadrunner robbie robert roberta
roberto roberts robin robinson robotech rockandroll rockbottom rocker rocket rockets rockford rockhard rockhopper rockon rocks rockstar rocky rodman
rodney roflcopter roger rogers roland roller rolltide roman romance romanroman romashka romeo rommel ronald ronaldinho ronaldinho10 ronaldo ronaldo123
ronnie rookie rooney rooster rootbeer roscoe rosebud rosemary rosie rotten rottweiler rover rovers roxanne royals rtyuehe rubber rubberduck rugby
rules rulez rulezzz runescape runescape1 runner running rupert ruslan russell russia russian rustam rusty s123456789 s1a2s3h4a5 s456123789 sabbath
sabina sabine sabres sabrina sacramento sacred sadie safari safety sagittarius sailboat sailing sailor sailormoon saint saints sakura salamander
salamandra saleen sally salmon salomon salvador samantha samara samiam sammie sammy sampson samson samsung samsung123 samuel samurai sanandreas
sanchez sanders sandiego sandman sandra sandro sandy sanfrancisco santamaria santana santiago santos sapper sapphire saqartvelo sarah saratoga sascha
sasha sasha12345 sashasasha sassy sasuke satan sataniv1993 satisfaction saturday saturn saun24865709 sauron sausage savage savannah sayang
scandinavian scania scanner scarface scarlet scarlett school schoolgirlie schumacher science scooby scoobydo scooter scorpio scorpion scotch scotland
scott scottie scotty scoubidou2 scoubidou6 scout scrappy scratch scream scruffy scuba scully sdh686drth sdicmt7seytn seahawks seamus searay search
seattle sebastia sebastian sebastian1 second secret secure security seeker seemnemaailm seinfeld select selena selfok2013 seminole semperfi senior
seniseviyor sentinel septembe september serega serena serendipity serenity sergeevich sergei sergey sergio sersolution server service service321
sesame sevastopol seven sexmachine sexpistols sexsex sexual sexxxx sexygirl sexyman shado shadow shadow1212 shaggy shakespeare shalom shaman
shamanking shamrock shane shania shannon shaolin shark sharks sharky sharon shasta shaved shawn shazam shearer sheena sheila shelby shelbygt500
shelley shelly shemale sherlock sherman sherry sherwood shevchenko shiloh shirley shithappens shithead shitty shogun shooter shopping short shorty
shotgun showme showtime sidewinder sidney siemens sierra silence silenthill silver silverstone silvia simba simferopol simon simona simone simple
simpleplan simpson simpsons sinatra sinbad sinclair singer single sinner sirius sister sithlord sixers skateboard skater skeeter skidoo skiing skinny
skipper skippy skittles skorpion skorpion39 skydive skyline skywalke skywalker slacker slappy slapshot slave slayer sleepy slick slider slinky
slipknot slipknot666 sluts slutty small smallville smeghead smegma smelly smile smiles smiley smith smitty smoke smoker smokes smokey smokin smoking
smooth smudge snake snakes snapon snapper snapple snatch sneakers snickers sniper snoop snoopdog snoopy snowball snowboar snowman snuggles snusmumrik
sobaka soccer socrates softball software sojdlg123aljg soldier soleil solidsnake solnce solomon solution somethin something something1 sommer sonic
sonics sonnenschein sonyericsson sooner sooners sophia sophie soso123aljg sound southern southpark space spaceman spam967888 spank spanking spankme
spanky sparkle sparks sparky sparrow sparta spartak spartak1922 spartan spartan117 spartans spawn speaker spears special specialinsta specialist
spectrum speed speedy spencer spider spiderma spiderman spiderman1 spiderman3 spidey spike spirit spitfire splash splinter spongebob spooky sport
sports spring springer springfield springsteen sprint sprite spunky spurs sputnik spyder squash squirrel squirt srinivas ss6z2sw6lu stacey stacy
stalingrad stalker stalker123 stallion standard stanley staples starbuck starcraft starcraft2 stardust starfire starfish stargate starman stars
starscream starship start starter startrek starwars starwars123 static station statistika stealth steam steamforums steel steele steeler steelers
stefan stefano stella steph stephani stephanie stephanie1 stephen stereo sterlin sterling steve steven stevie stewart stick stickdaddy77 sticks sticky
stimpy sting stinger stingray stinky stinkyfinger stocking stocks stolen stomatolog stone stonecol stoned stonehenge stoner stones stoney storm stormy
strange stranger stratocaster strawberry street streetball strider strike striker strip stripper stroke strong stronghold stuart student studio
studioworks studly studmuffin stuff stumpy stunner stupid subaru sublime subscriber subway success sucker suckit suckme suckmycock suckmydick sucks
sugar sultan summer summertime summit sundance sunday sundaypunch sunderland sunflowe sunflower1 sunglasses sunny sunnyday sunrise sunset sunshin
sunshine sunshine69 super superduper superfly superman superman12 superman123 supermanboy supermario supernatural superpower superpuper supersonic
supersta superstar supervisor support supreme surfer surfing susan susanne sutvsc5ysaa suzanne suzuki svensps820 svetasveta svetik svetlana swallow
sweden sweet sweetdream sweetdreams sweetheart sweetie sweetiepie sweetpea sweetpussy sweets sweety swimmer swimming swinger swingers sword swordfis
swordfish swords sydney sylvia sylviahans syncmaster syracuse system systemofadown t34vfrc1991 t5r4e3w2q1 tabitha table54781 tacobell tacoma
tadmichaels tamara tammy tamwsn3sja tango tanker tanner tanya tardis target tarheel tarheels tarzan tasha tatiana tattoo tatyana taurus taylor
taylormade tazman tazmania tdfyutkbjy tdutybq teacher technician technics techniques techno technology teddy teens tekken telecaster telefon
television tempest temple temppassword tennis tequila teresa terminal terminator terrapin terror terry tester testing testing123 testtest texas
thailand thanatos thanks thankyou thebeatles theboss thecakeisalie thecat thedog theend thegame thegreat thekid theking theman theodore theone theresa
therock thesimpsons thesims thirteen thirteen13 thomas thompson thongs throat throatfuck thuglife thugstools thumper thunder thunderbird thundercat
thursday tiberius ticketmaster tickle tiffany tiger tigers tigertiger tigerwoods tigger tight tights timber timberlake timberland timberwolf timmy
timothy tinker tinkerbell tinman tintin titanic titanium titans titleist titties titty tobias today together tokiohotel tolkien tomato tombraider
tomcat tommy tommyboy tomorrow tomtom tootsie topcat topdog topgun topher topper tornado toronto torres toshiba tottenha tottenham1 toyota tracey
tracker tractor tracy trader traffic train trains trance transam transexual transformer transformers translator trapper travel traveler travis
treasure trebor trevor trfnthbyf trial triangle tricky trident trigger trinidad trinity trisha tristan triton triumph trixie trojan trojans trombone
trooper trouble trout truck trucker trucks truelove truman trumpet trunks trustnoone tsunami tucker tuesday tunafish tundra tupacshakur turbo turkey
turner turtle tweety twilight twinkle twins twisted twister tyler tylerca310 typhoon tyrone tyson ublhjgjybrf ubnkthrfgen ubvyfcnbrf ufhhbgjnnth
ufkbyf ujkjdjkjvrf ultima ultimate umbrella unbelievable uncencored undercover underdog undergroun underground understand undertaker underwater
underworld unforgiven unicorn uniqueness united universe universidad university unknown unreal usarmy userexecute usnavy usuckballz1 utopia
utyyflmtdyf v123456789 vacation vader vaffanculo vagina valencia valentin valentina valentinka valera valeri valeria valerie valhalla valley vampire
vanessa vanhalen vanilla vanyarespekt vbhjndjhtw vector vectra vegas vegeta velvet venice venom121293 venus verbatim veritas vermont vernon verona
veronica veronika vertigo verygoodbot vette vfczyz vfhbyf vfhbyfvfhbyf vfhecz vfhufhbnf vfhufhbnrf vfhvtkflrf vfksirf vflfufcrfh vfntvfnbrf vfrcbv
vfrcbvrf vfrcbvtyrj vfrcbvvfrcbv vfvekz vfvfgfgf vfvfgfgf123 vfvfvskfhfve vfvjxrf vfylfhbyrf viagra victor victoria victory video vietnam viewsonic
viking vikings viktor viktoria village villeneuve vincent vinnie vinogradov violet viper vipers virgin virginia virtuagirl vision vitalik vitalik123
vivian vkontakte vladik vladimir vladimirovna vladislav vladislava vladivostok volkswagen volley volleyball volume volvo voodoo vortex voxstrange
voyager voyeur vqsablpzla vsjasnel12 vulcan vyjujnjxbt w1w2w3w4w5 w2dlww3v5p wachtwoord wagner walker walkman555 wallace walleye wallstreet wally
walmart walnut walrus walter wanker wapbbs warcraft warhammer warhammer40k warlock warlord warren warrior warriors warthog washington wasser wassup
watcher water waterfalls waterloo watermelon waters watson wayne wazzkaprivet wcrfxtvgbjy weasel weather weaver webhompass webmaster websolutions
websolutionssu webster webuivalidat weezer weihnachte weihnachten weihnachtsbau weihnachtsbaum welcome welcome123 welder wellington wendy wenef45313
werewolf werner werty12345 wesley western westham westside westwood wethepeople wetpussy whatever whatsup whatthefuck whatthehell wheels whiskers
whiskey whisky whisper white whitepower whitesox whitey whitney whocares whore whosyourdaddy whynot wibble wicked widespread wilbur wildcat wildcats
wildfire wildman william williams willie willis willow willy wilson winchester window windows windsor winner winnie winnipeg261 winston winstonone
winter wisdom wishmaster wizard wolfgang wolfie wolfman wolfpack wolverin wolverine wolverines wolves woman wombat women wonder wonderland wonderwall
wonderwoman woody woofwoof woohoo wookie wordpass working world wrangler wrestlin wrestling wrestling1 wright writer writerspace wutang wwwooo1234
xanadu xander xavier xfiles xiaoyua123 xpressmusic xtreme xxxp455w0rd5 yamaha yankee yankees yanshi1982 ybrbnf ybrjkfq ybrjkftdbx ybrjkftdyf yellow
yfcnhjtybt yfcnzyfcnz yfnfif yfnfitymrf yjdsqgfhjkm yomama yosemite yoshimitsu young yourmom yousuck yvonne yzerman z123456789 z1x2c3v4b5 z1x2c3v4b5n6
z1x2c3v4b5n6m7 zachary zaphod zaq12wsxcde3 zaq1xsw2cde3 zaqwsx zaqwsxcderfv zaqxsw zaratustra zcfvfzkexifz zcxfcnkbdf zcxfcnkbdfz zenith zeppelin
zerocool zexts364325 zidane ziggy zigzag zipper zippy zjses9evpa zombie zorro zqjphsyf6ctifgu zvezda zx123456789 zxcasd zxcasdqwe zxcasdqwe123
zxcvb12345 zxcvbasdfg zxcvbn zxcvbn123456 zxcvbn3215 zxcvbnm zxcvbnm123 zxcvbnm1234 zxcvbnm123456789 zxcvbnmmnbvcxz
`

export const commonPasswords: ReadonlySet<string> = new Set(words.split(/\s+/).filter((word) => word !== ''))
