import type { Gender } from '#domain/members/member.ts'
import type { SeededRandom } from './seeded-random.ts'

type Names = { readonly female: readonly string[]; readonly male: readonly string[]; readonly last: readonly string[] }

const list = (text: string): readonly string[] => text.split(' ')
const names = (female: string, male: string, last: string): Names => ({
  female: list(female),
  male: list(male),
  last: list(last),
})

/** First and last names that go together, by language; the first two languages are used most often. */
const languages: readonly Names[] = [
  names(
    'Emma Olivia Hannah Grace Ruth Amara Claire Sarah Megan Heather Laura Rachel Julia Nicole Diane Alice',
    'Liam Noah Oliver Daniel Samuel Gabriel Desmond Andrew Peter Connor Ryan Scott Kevin Brian Thomas Henry',
    "MacDonald Whitfield Abernathy Holloway Fairbairn Northcott Pemberton Campbell Fraser Sinclair Bennett Harper Dawson Mitchell Reid Turner Walsh O'Brien Clarke Foster",
  ),
  names(
    'Chloé Noémie Renée Amélie Geneviève Élodie Mireille Sylvie Josée Manon',
    'Émile Hugo Théo Lucas Étienne Mathieu Olivier Benoît Gilles François',
    'Tremblay Gagnon Thibault Bouchard Gauthier Lévesque Côté Bélanger Desjardins Lefèbvre',
  ),
  names(
    'Ana Maria Sofia Carmen Lucía Elena Valentina Camila Inés Beatriz',
    'Mateo Joaquín Diego Andrés Rafael Javier Tomás Santiago João Miguel',
    'Silva García Hernández Rodríguez Fernández Morales Castillo Vargas Muñoz Pereira',
  ),
  names(
    'Mei Lihua Xiaoling Jiayi Wenyi Hui',
    'Wei Jun Haoran Zhiqiang Bowen Tao',
    'Chen Wong Zhang Liu Huang Leung Lam Zhao',
  ),
  names(
    'Priya Anjali Harpreet Meera Simran Kavita',
    'Arjun Rohan Gurdeep Sanjay Vikram Manpreet',
    'Patel Singh Sharma Kaur Gill Iyer Dhaliwal Chaudhary',
  ),
  names('Linh Thanh Mai Ngọc Hương Trang', 'Minh Tuấn Hoàng Dũng Quang Khánh', 'Nguyen Trần Phạm Lê Võ Đặng'),
  names(
    'Aïsha Fatima Leila Nadia Yasmin Samira',
    'Omar Mohammed Karim Youssef Bilal Hassan',
    'Haddad Khoury Mansour Rahman El-Masri Farouk',
  ),
  names(
    'Anneliese Ingrid Freya Birgit Greta Astrid',
    'Jürgen Stefan Felix Björn Søren Lars',
    'Keller Müller Strauß Schmidt Andersen Lindqvist Bergström Jørgensen',
  ),
  names(
    'Zofia Katarzyna Ivana Milena Oksana Tereza',
    'Łukasz Ivan Andrei Marek Bogdan Miloš',
    'Kowalski Zieliński Novák Petrov Kovalenko Dvořák Horvat Stanković',
  ),
  names(
    'Giulia Francesca Chiara Eleni Despina Alessia',
    'Marco Lorenzo Matteo Nikos Giorgos Dimitri',
    "Rossi D'Angelo Ricci Moretti Papadopoulos Nikolaidis",
  ),
  names(
    'Yuki Haruka Aiko Naoko Sakura Emi',
    'Hiroshi Kenji Takumi Daichi Ren Satoshi',
    'Nakamura Sato Tanaka Yamamoto',
  ),
  names('Jisoo Minji Soo-Yeon Hana Eunji', 'Jun-Ho Minsoo Seung Hyun Dong', 'Kim Park Choi Jeong Kang'),
  names(
    'Thandiwe Adaeze Ngozi Abena Zanele Wanjiru',
    'Kwame Chidi Tunde Sipho Kofi Emeka',
    'Okafor Mensah Adeyemi Dlamini Okonkwo Mwangi',
  ),
  names(
    'Siobhán Aoife Niamh Maeve Róisín',
    'Pádraig Séamus Declan Fionn Cillian',
    'Gallagher Byrne Doyle Kavanagh Brennan',
  ),
  names(
    'Maricel Rosario Jasmine Liezel Divina',
    'Jericho Rommel Paolo Joselito Ramon',
    'Reyes Santos Bautista Villanueva Manalo',
  ),
  names('Elif Zeynep Aylin Derya', 'Emre Kerem Burak Yusuf', 'Yılmaz Demir Öztürk Çelik'),
  names('Shirin Parisa Nasrin Leyla', 'Reza Dariush Kaveh Amir', 'Karimi Hosseini Tehrani Rostami'),
]

/** Returns a random language for a family: English for a third, French for one in eight, any for the rest. */
const drawLanguage = (random: SeededRandom): Names => {
  const [english, french] = languages
  const drawn = random.fraction()
  if (english !== undefined && drawn < 0.32) return english
  if (french !== undefined && drawn < 0.44) return french
  return random.pick(languages)
}

type DemoName = { readonly firstname: string; readonly lastname: string; readonly middlename: string }

/** Returns a realistic name: mostly of one language, one in ten with a first name of another. */
export const drawName = (random: SeededRandom, gender: Gender): DemoName => {
  const family = drawLanguage(random)
  const given = random.chance(0.1) ? drawLanguage(random) : family
  return {
    firstname: random.pick(given[gender]),
    lastname: random.pick(family.last),
    middlename: random.chance(0.2) ? random.pick(given[gender]) : '',
  }
}
