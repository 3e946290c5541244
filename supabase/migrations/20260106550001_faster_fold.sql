-- The same, in a tenth of the time for names whose only foreign letters have accents.

create or replace function private.fold(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  -- lower() of non-ASCII letters depends on the server, hence the two lists, paired by position.
  upper_case constant text := 'ŁØĐÐĦŊŦÆŒẞÞАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІҐЂЈЉЊЋЏЅΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ';
  lower_case constant text := 'łøđðħŋŧæœßþабвгдежзиклмнопрстуфхцчшщъыьэюяєіґђјљњћџѕαβγδεζηθικλμνξοπρστυφχψω';
  -- Letters that no Unicode decomposition takes apart, and how Latin writes them.
  latin constant text[] := array[
    ['ł', 'l'], ['ø', 'o'], ['đ', 'd'], ['ð', 'd'], ['ħ', 'h'], ['ŋ', 'n'], ['ŧ', 't'], ['ı', 'i'],
    ['æ', 'ae'], ['œ', 'oe'], ['ß', 'ss'], ['þ', 'th'], ['’', ''''], ['ʼ', ''''],
    ['а', 'a'], ['б', 'b'], ['в', 'v'], ['г', 'g'], ['д', 'd'], ['е', 'e'], ['ж', 'zh'], ['з', 'z'],
    ['и', 'i'], ['к', 'k'], ['л', 'l'], ['м', 'm'], ['н', 'n'], ['о', 'o'], ['п', 'p'], ['р', 'r'],
    ['с', 's'], ['т', 't'], ['у', 'u'], ['ф', 'f'], ['х', 'kh'], ['ц', 'ts'], ['ч', 'ch'],
    ['ш', 'sh'], ['щ', 'shch'], ['ъ', ''], ['ы', 'y'], ['ь', ''], ['э', 'e'], ['ю', 'yu'],
    ['я', 'ya'], ['є', 'ye'], ['і', 'i'], ['ґ', 'g'], ['ђ', 'dj'], ['ј', 'j'], ['љ', 'lj'],
    ['њ', 'nj'], ['ћ', 'c'], ['џ', 'dz'], ['ѕ', 'dz'],
    ['α', 'a'], ['β', 'v'], ['γ', 'g'], ['δ', 'd'], ['ε', 'e'], ['ζ', 'z'], ['η', 'i'], ['θ', 'th'],
    ['ι', 'i'], ['κ', 'k'], ['λ', 'l'], ['μ', 'm'], ['ν', 'n'], ['ξ', 'x'], ['ο', 'o'], ['π', 'p'],
    ['ρ', 'r'], ['σ', 's'], ['ς', 's'], ['τ', 't'], ['υ', 'y'], ['φ', 'f'], ['χ', 'ch'],
    ['ψ', 'ps'], ['ω', 'o']];
  folded text;
  letter text[];
begin
  -- Most names are ASCII, and then there is nothing to fold but case.
  if octet_length(value) = char_length(value) then
    return lower(value collate "C");
  end if;
  folded := regexp_replace(normalize(value, NFKD), U&'[\0300-\036f]', '', 'g');
  -- Western names are ASCII without their accents: they need none of the hundred replacements.
  if octet_length(folded) = char_length(folded) then
    return lower(folded collate "C");
  end if;
  folded := translate(lower(folded collate "C"), upper_case, lower_case);
  foreach letter slice 1 in array latin loop
    folded := replace(folded, letter[1], letter[2]);
  end loop;
  return folded;
end $$;
