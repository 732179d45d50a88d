PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE schema_version (version BIGINT NOT NULL PRIMARY KEY, at BIGINT NOT NULL);
INSERT INTO schema_version VALUES(1,1795034873639);
INSERT INTO schema_version VALUES(2,1795034873639);
INSERT INTO schema_version VALUES(3,1795034873639);
INSERT INTO schema_version VALUES(4,1795034873639);
INSERT INTO schema_version VALUES(5,1795034873639);
INSERT INTO schema_version VALUES(6,1795034873639);
INSERT INTO schema_version VALUES(7,1795034873639);
INSERT INTO schema_version VALUES(8,1795034873639);
INSERT INTO schema_version VALUES(9,1795034873639);
INSERT INTO schema_version VALUES(10,1795034873639);
CREATE TABLE people (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    guest BIGINT NOT NULL CHECK (guest IN (0, 1)),
    password TEXT,
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    role TEXT NOT NULL DEFAULT 'player',
    banned TEXT,
    closed BIGINT NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)),
    prefs TEXT NOT NULL DEFAULT ''
, silenced TEXT);
INSERT INTO people VALUES(1,'Ada','ada',0,'$argon2id$v=19$m=19456,t=2,p=1$zl1jshQNYai/fxLHjmEtyA$Z4vNnS2TwHON346ezdZt+KL43qyLwhwR1OzOLg07iTU',1795034877821,1795034877834,'player',NULL,0,'',NULL);
INSERT INTO people VALUES(2,'Boole','boole',0,'$argon2id$v=19$m=19456,t=2,p=1$VeprHOX++LWJ5J2+MRYuRA$clZrAwKWPdFjZe0MxiNFLxjHOfYLWl+E3waKeqKJ1Ts',1795034878120,1795034878124,'player',NULL,0,'',NULL);
INSERT INTO people VALUES(3,'Lucky-Wren-350','lucky-wren-350',1,NULL,1795034878132,1795034878132,'player',NULL,0,'',NULL);
CREATE TABLE recovery_codes (
    person BIGINT NOT NULL REFERENCES people (id),
    hash TEXT NOT NULL,
    used BIGINT,
    PRIMARY KEY (person, hash)
);
CREATE TABLE sessions (
    hash TEXT NOT NULL PRIMARY KEY,
    person BIGINT NOT NULL REFERENCES people (id),
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    agent TEXT NOT NULL
);
INSERT INTO sessions VALUES('4470200632694fe3202f4a103082dd335065c760e41521735601a192fd2de3d1',1,1795034877834,1795034877834,'Python-urllib/3.11');
INSERT INTO sessions VALUES('7c261631b5b38f2cde7a82eb6117a7636ce22e8cc39a8d59926748228cd01d70',2,1795034878124,1795034878124,'Python-urllib/3.11');
INSERT INTO sessions VALUES('d2573443816bf1d8530b4a2c2c7e97e8844d69078b03211170b203d849390e66',3,1795034878132,1795034878132,'Python-urllib/3.11');
CREATE TABLE tokens (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash TEXT NOT NULL UNIQUE,
    person BIGINT NOT NULL REFERENCES people (id),
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created BIGINT NOT NULL,
    used BIGINT
);
INSERT INTO tokens VALUES(1,'5880afa3d838db0f54ce6922ff2e332af3a0166f0a43786246189412c65dc2fb',1,'bot','read play',1795034877862,1795034878134);
INSERT INTO tokens VALUES(2,'b1887f89e88969da69609cefbb510da6910b31639206861d5f646f415127ec44',2,'bot','read play',1795034878127,1795034878137);
CREATE TABLE blocks (
    person BIGINT NOT NULL REFERENCES people (id),
    other BIGINT NOT NULL REFERENCES people (id),
    PRIMARY KEY (person, other)
);
CREATE TABLE meta (
    key TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
INSERT INTO meta VALUES('alive','1795034896994');
CREATE TABLE games (
    id TEXT NOT NULL PRIMARY KEY,
    spec TEXT NOT NULL,
    kind TEXT NOT NULL,
    clock TEXT NOT NULL,
    rated BIGINT NOT NULL CHECK (rated IN (0, 1)),
    public BIGINT NOT NULL CHECK (public IN (0, 1)),
    hot_seat BIGINT NOT NULL CHECK (hot_seat IN (0, 1)),
    options TEXT NOT NULL,
    first BIGINT REFERENCES people (id),
    second BIGINT REFERENCES people (id),
    first_bot TEXT,
    second_bot TEXT,
    status TEXT NOT NULL,
    result TEXT,
    reason TEXT,
    created BIGINT NOT NULL,
    started BIGINT,
    touched BIGINT NOT NULL,
    ended BIGINT,
    version BIGINT NOT NULL DEFAULT 0,
    plies BIGINT NOT NULL DEFAULT 0,
    to_act BIGINT NOT NULL DEFAULT 0 CHECK (to_act BETWEEN 0 AND 3),
    deadline BIGINT,
    secret TEXT NOT NULL,
    rematch_of TEXT REFERENCES games (id)
, counted BIGINT NOT NULL DEFAULT 0 CHECK (counted IN (0, 1)), invited BIGINT);
INSERT INTO games VALUES('ct4u4bg3jp','abalone:target=1','abalone','3/turn',1,1,0,'{"side":"lot","host":1,"lots":true,"met":1795034878138}',1,2,NULL,NULL,'over','b wins ejection','ejection',1795034878135,1795034878143,1795034880532,1795034880532,265,265,0,NULL,'{"table":"99ad25c214b5fa3b30bc30b6dfdc89a411245261960803b9f1369d316978da6b","commitments":["29bf793b84ab447afcdd411d9b6d6f10fe75e28fcb546bef5f42acc8ee766ab3","8ee382760436e18d01812c7950e452e7a0373036734917a2e7e351ce4e8f5037"],"seeds":["ff2a81a51ee45030be21b2a4def56c5b722ae39b323b90a97bb1b1bf91d43361","030ed160d12a962911c589e0aadfa9c7090da3fbcc0deead0cf4ebd98f5323aa"],"seat_of_a":1}',NULL,1,NULL);
INSERT INTO games VALUES('xh6tjzfn9e','abraxas:target=2','abraxas','3/turn',1,1,0,'{"side":"lot","host":1,"lots":true,"met":1795034881103}',2,1,NULL,NULL,'over','1 wins target','target',1795034881069,1795034881112,1795034881144,1795034881144,17,17,0,NULL,'{"table":"60b2a97f49273fab0f2dece185afe9c9dbb175b4fbaa969ddc0e7f12f2c430d4","commitments":["a8cec3b94cf4ef5a670c180a64e723b5836390cb48a01babfa9a0d524c4d5824","fefea4313f633d9b8e6c4ba58d26b12411d14497269caa0e4e5d71745a57e8c3"],"seeds":["7e47cb2b694f801360ba5a098f68925d5dc2b9ff9f5b0a2fb13ec007d10dc076","4690362db83b898671afae35c66297f09118ee7827c51465a56821263b5d303a"],"seat_of_a":2}',NULL,1,NULL);
INSERT INTO games VALUES('9bejeqcru4','abagio','abagio','3/turn',1,1,0,'{"side":"lot","host":1,"lots":true,"met":1795034881722}',2,1,NULL,NULL,'over','p wins resignation','resignation',1795034881675,1795034881741,1795034882334,1795034882334,61,59,0,NULL,'{"table":"fb45164e2179248359e9f5b3fb9a679e8a0e3766cf8d9887a5d86b97965f488e","commitments":["f695b121ab8a6f2fe731dcc425043e42b1e81875b06a6406f077dbf281816287","b1196419e547fc2dd654307b77a7ab4e7c93f79f017bcc8e165a5ae1e1e47103"],"seeds":["d1c27272fea078f016e18c3d3b8b50692b143fb8107e6fa87beb89657b1ddb03","bbc8f7ce6339490e379c24c466d90fd9ca103dddfd1d6611c553da35da78ebfe"],"seat_of_a":2}',NULL,1,NULL);
INSERT INTO games VALUES('ugpxdmqqp5','blocs','blocs','3/turn',1,1,0,'{"side":"lot","host":1,"lots":true,"met":1795034882352}',2,1,NULL,NULL,'over','r wins resignation','resignation',1795034882350,1795034882359,1795034883017,1795034883017,31,30,0,NULL,'{"table":"847fafc03c612e6f2d453ae7cde5fd2571d055be0bd3419f6246256824475448","commitments":["16fc81a5df488b527aaa6d60ee26c302241f23dee9a4099ea33b2dd4c80471fc","241be1b985bad0f5087f8c331c21ca0991d64f680fb2ffc2b7e0cac75302f5e1"],"seeds":["ab80bf05660c0b66c7e5f1ca39fbd8dd0bc7a5cb10a82c43f708927740ad940b","970202f0570635de6158f2fd074a3753e7d0c93afdaef331a8efe210021f1feb"],"seat_of_a":2}',NULL,1,NULL);
INSERT INTO games VALUES('puup7k337s','abalone','abalone','3/turn',1,1,0,'{"side":"lot","host":1,"lots":true,"met":1795034883469}',2,1,NULL,NULL,'playing',NULL,NULL,1795034883215,1795034883493,1795034883513,NULL,12,12,1,1795294083513,'{"table":"8d82049e1d4aca0233837ac0fd4b19d3ed752c9e9feae439a61ede60ee0903b8","commitments":["aa73a78a98dfe4f27bba4221028d5a7fcc6790eea9128e1990ba08c7fca69f31","129d0c89f8959f98dc7ce5be34555abedac8c650d1764727db970745a758ee4c"],"seeds":["ac1d75ee79815c414c55b221e527ce745e030ac6bb3779583a2ae919e56ee634","087099f6deba4d11a99f54696cac1b435851f2d9bc51ba862df91aff29403c1f"],"seat_of_a":2}',NULL,0,NULL);
INSERT INTO games VALUES('qvee6jwphk','abraxas:sheet=3','abraxas','3/turn',1,1,0,'{"side":"lot","host":1,"lots":true,"met":1795034884094}',2,1,NULL,NULL,'playing',NULL,NULL,1795034884039,1795034884122,1795034884268,NULL,12,12,2,1795294084267,'{"table":"ecd11daa8a5db79ff59008aacee39a2e055f9ac6bd0fcaf950f2949bcbd2cfa7","commitments":["a6058bbc2bdb2687369a8f4190a53378c135c29d95361132ea77a3b85af47176","24aa0a1075cbb7898e79966c5f340c315b6624b8eec4180bdb648ff0df711134"],"seeds":["638bea22c5b9fc3beb7faec9173eaa6dddb3a3c8ab5a37977767e5998eb125fe","dd6efd0e2d89c389d03a73983dc2c6c08483b261739890d6b5e4d5b84dbb6a36"],"seat_of_a":2}',NULL,0,NULL);
INSERT INTO games VALUES('jxy52h7xc4','abagio','abagio','3/turn',1,1,0,'{"side":"lot","host":1,"lots":true,"met":1795034884785}',2,1,NULL,NULL,'playing',NULL,NULL,1795034884780,1795034884794,1795034884962,NULL,21,20,2,1795294084962,'{"table":"0001381b205975fbf33f0ca9ac13b5ae5721a788959a354825ddc549365a99cb","commitments":["4b8f13ad979d75b5c3e15d139ef8abda0b8af21bcc4b639aadb4dcb792a89ea2","73e5bd71ae3c3569e35a2c8640b65d34565fce762d225bc8ad8d4f0f149cba75"],"seeds":["b1800255fc62a30c3f3f719eb488a320380bc3922dea622d559d69bf8442062d","ae3ef62831155bafb43983e3ac5dca4d7119d10e1dc57a4bf97ccd9d5b5a33f9"],"seat_of_a":2}',NULL,0,NULL);
INSERT INTO games VALUES('mxgeepp7p8','blocs','blocs','3/turn',1,1,0,'{"side":"lot","host":1,"lots":true,"met":1795034885525}',1,2,NULL,NULL,'playing',NULL,NULL,1795034885496,1795034885596,1795034885876,NULL,12,12,2,1795294085871,'{"table":"4f4221fb8667bb508338ac6bf7bcd8fa9037aa3e25611cfa9ffb0774573c11ca","commitments":["665ce336c71d4c1575473504211e8bc6aed4fa8fd36b3e0b59510c7c7d0053e4","e25c227f6617e306a5c6d64afdd224fb06d6015c23086f281e1177dc1b634a81"],"seeds":["ace1a97ef2e2646cfda4d6b5ff492d4d3d372134079912f9b61da159b2076c28","5eb73f524e67b4b18fedd191caac2aa249c2d9a0230951c87cf90fde4e4d57b8"],"seat_of_a":1}',NULL,0,NULL);
INSERT INTO games VALUES('4ha6nt4at3','blocs','blocs','300+2',0,1,0,'{"side":"lot","host":1,"lots":true}',1,NULL,NULL,NULL,'open',NULL,NULL,1795034886417,NULL,1795034886417,NULL,0,0,0,NULL,'{"table":"0f3a8bcf101621173c55d041c888053fbb479fa2270b139cf7f903f44a622c7e","commitments":["4d06ceafcd3efed501d5c763f686bec52d58dca43ffbc8ff5fcf1afe751c4b62",null],"seeds":[null,null]}',NULL,0,NULL);
CREATE TABLE acts (
    game TEXT NOT NULL REFERENCES games (id),
    version BIGINT NOT NULL,
    at BIGINT NOT NULL,
    act TEXT NOT NULL,
    key TEXT,
    PRIMARY KEY (game, version)
);
INSERT INTO acts VALUES('ct4u4bg3jp',1,1795034878144,'{"a":"play","s":1,"p":"b2c3c2"}','0:5080-2');
INSERT INTO acts VALUES('ct4u4bg3jp',2,1795034878146,'{"a":"play","s":2,"p":"i6h6"}','1:5080-2');
INSERT INTO acts VALUES('ct4u4bg3jp',3,1795034878187,'{"a":"play","s":1,"p":"c2b2"}','0:5080-3');
INSERT INTO acts VALUES('ct4u4bg3jp',4,1795034878205,'{"a":"play","s":2,"p":"f6h8e6"}','1:5080-3');
INSERT INTO acts VALUES('ct4u4bg3jp',5,1795034878209,'{"a":"play","s":1,"p":"b5b6c6"}','0:5080-4');
INSERT INTO acts VALUES('ct4u4bg3jp',6,1795034878211,'{"a":"play","s":2,"p":"h7i8g7"}','1:5080-4');
INSERT INTO acts VALUES('ct4u4bg3jp',7,1795034878215,'{"a":"play","s":1,"p":"c5c7d6"}','0:5080-5');
INSERT INTO acts VALUES('ct4u4bg3jp',8,1795034878251,'{"a":"play","s":2,"p":"f7e7"}','1:5080-5');
INSERT INTO acts VALUES('ct4u4bg3jp',9,1795034878259,'{"a":"play","s":1,"p":"d3d4"}','0:5080-6');
INSERT INTO acts VALUES('ct4u4bg3jp',10,1795034878262,'{"a":"play","s":2,"p":"e6e5"}','1:5080-6');
INSERT INTO acts VALUES('ct4u4bg3jp',11,1795034878294,'{"a":"play","s":1,"p":"d8c7"}','0:5080-7');
INSERT INTO acts VALUES('ct4u4bg3jp',12,1795034878329,'{"a":"play","s":2,"p":"h9h8"}','1:5080-7');
INSERT INTO acts VALUES('ct4u4bg3jp',13,1795034878341,'{"a":"play","s":1,"p":"b1c2"}','0:5080-8');
INSERT INTO acts VALUES('ct4u4bg3jp',14,1795034878359,'{"a":"play","s":2,"p":"g7g6"}','1:5080-8');
INSERT INTO acts VALUES('ct4u4bg3jp',15,1795034878449,'{"a":"play","s":1,"p":"b2b1"}','0:5080-9');
INSERT INTO acts VALUES('ct4u4bg3jp',16,1795034878460,'{"a":"play","s":2,"p":"i7h6"}','1:5080-9');
INSERT INTO acts VALUES('ct4u4bg3jp',17,1795034878478,'{"a":"play","s":1,"p":"c2d3"}','0:5080-10');
INSERT INTO acts VALUES('ct4u4bg3jp',18,1795034878485,'{"a":"play","s":2,"p":"i5h4"}','1:5080-10');
INSERT INTO acts VALUES('ct4u4bg3jp',19,1795034878489,'{"a":"play","s":1,"p":"c4c5"}','0:5080-11');
INSERT INTO acts VALUES('ct4u4bg3jp',20,1795034878491,'{"a":"play","s":2,"p":"h5g5"}','1:5080-11');
INSERT INTO acts VALUES('ct4u4bg3jp',21,1795034878494,'{"a":"play","s":1,"p":"c7d8"}','0:5080-12');
INSERT INTO acts VALUES('ct4u4bg3jp',22,1795034878496,'{"a":"play","s":2,"p":"f5f4"}','1:5080-12');
INSERT INTO acts VALUES('ct4u4bg3jp',23,1795034878499,'{"a":"play","s":1,"p":"b1c2"}','0:5080-13');
INSERT INTO acts VALUES('ct4u4bg3jp',24,1795034878549,'{"a":"play","s":2,"p":"f4f3"}','1:5080-13');
INSERT INTO acts VALUES('ct4u4bg3jp',25,1795034878553,'{"a":"play","s":1,"p":"d8e8"}','0:5080-14');
INSERT INTO acts VALUES('ct4u4bg3jp',26,1795034878555,'{"a":"play","s":2,"p":"g8h8g9"}','1:5080-14');
INSERT INTO acts VALUES('ct4u4bg3jp',27,1795034878557,'{"a":"play","s":1,"p":"a1b1"}','0:5080-15');
INSERT INTO acts VALUES('ct4u4bg3jp',28,1795034878558,'{"a":"play","s":2,"p":"f2e1"}','1:5080-15');
INSERT INTO acts VALUES('ct4u4bg3jp',29,1795034878566,'{"a":"play","s":1,"p":"b1d3a1"}','0:5080-16');
INSERT INTO acts VALUES('ct4u4bg3jp',30,1795034878572,'{"a":"play","s":2,"p":"i9i8"}','1:5080-16');
INSERT INTO acts VALUES('ct4u4bg3jp',31,1795034878578,'{"a":"play","s":1,"p":"a3b3"}','0:5080-17');
INSERT INTO acts VALUES('ct4u4bg3jp',32,1795034878580,'{"a":"play","s":2,"p":"g6g7"}','1:5080-17');
INSERT INTO acts VALUES('ct4u4bg3jp',33,1795034878582,'{"a":"play","s":1,"p":"a2a3"}','0:5080-18');
INSERT INTO acts VALUES('ct4u4bg3jp',34,1795034878584,'{"a":"play","s":2,"p":"g5h6h5"}','1:5080-18');
INSERT INTO acts VALUES('ct4u4bg3jp',35,1795034878585,'{"a":"play","s":1,"p":"d7d6"}','0:5080-19');
INSERT INTO acts VALUES('ct4u4bg3jp',36,1795034878597,'{"a":"play","s":2,"p":"h4i5"}','1:5080-19');
INSERT INTO acts VALUES('ct4u4bg3jp',37,1795034878604,'{"a":"play","s":1,"p":"d4c4"}','0:5080-20');
INSERT INTO acts VALUES('ct4u4bg3jp',38,1795034878610,'{"a":"play","s":2,"p":"h7g6"}','1:5080-20');
INSERT INTO acts VALUES('ct4u4bg3jp',39,1795034878619,'{"a":"play","s":1,"p":"d3e3"}','0:5080-21');
INSERT INTO acts VALUES('ct4u4bg3jp',40,1795034878626,'{"a":"play","s":2,"p":"h5i6g5"}','1:5080-21');
INSERT INTO acts VALUES('ct4u4bg3jp',41,1795034878637,'{"a":"play","s":1,"p":"b2c2"}','0:5080-22');
INSERT INTO acts VALUES('ct4u4bg3jp',42,1795034878673,'{"a":"play","s":2,"p":"g6h7"}','1:5080-22');
INSERT INTO acts VALUES('ct4u4bg3jp',43,1795034878682,'{"a":"play","s":1,"p":"a5b6"}','0:5080-23');
INSERT INTO acts VALUES('ct4u4bg3jp',44,1795034878686,'{"a":"play","s":2,"p":"e5e4"}','1:5080-23');
INSERT INTO acts VALUES('ct4u4bg3jp',45,1795034878695,'{"a":"play","s":1,"p":"b3c4"}','0:5080-24');
INSERT INTO acts VALUES('ct4u4bg3jp',46,1795034878706,'{"a":"play","s":2,"p":"h9g9"}','1:5080-24');
INSERT INTO acts VALUES('ct4u4bg3jp',47,1795034878714,'{"a":"play","s":1,"p":"c2c3d2"}','0:5080-25');
INSERT INTO acts VALUES('ct4u4bg3jp',48,1795034878725,'{"a":"play","s":2,"p":"g5h5"}','1:5080-25');
INSERT INTO acts VALUES('ct4u4bg3jp',49,1795034878745,'{"a":"play","s":1,"p":"d5d6"}','0:5080-26');
INSERT INTO acts VALUES('ct4u4bg3jp',50,1795034878755,'{"a":"play","s":2,"p":"g9g8"}','1:5080-26');
INSERT INTO acts VALUES('ct4u4bg3jp',51,1795034878800,'{"a":"play","s":1,"p":"d7c6"}','0:5080-27');
INSERT INTO acts VALUES('ct4u4bg3jp',52,1795034878811,'{"a":"play","s":2,"p":"h7i8h8"}','1:5080-27');
INSERT INTO acts VALUES('ct4u4bg3jp',53,1795034878839,'{"a":"play","s":1,"p":"d3c3"}','0:5080-28');
INSERT INTO acts VALUES('ct4u4bg3jp',54,1795034878848,'{"a":"play","s":2,"p":"g8h8"}','1:5080-28');
INSERT INTO acts VALUES('ct4u4bg3jp',55,1795034878862,'{"a":"play","s":1,"p":"e8e9"}','0:5080-29');
INSERT INTO acts VALUES('ct4u4bg3jp',56,1795034878879,'{"a":"play","s":2,"p":"h6i7"}','1:5080-29');
INSERT INTO acts VALUES('ct4u4bg3jp',57,1795034878885,'{"a":"play","s":1,"p":"c3d4"}','0:5080-30');
INSERT INTO acts VALUES('ct4u4bg3jp',58,1795034878899,'{"a":"play","s":2,"p":"h5h4"}','1:5080-30');
INSERT INTO acts VALUES('ct4u4bg3jp',59,1795034878908,'{"a":"play","s":1,"p":"a3a2"}','0:5080-31');
INSERT INTO acts VALUES('ct4u4bg3jp',60,1795034878911,'{"a":"play","s":2,"p":"i8h8"}','1:5080-31');
INSERT INTO acts VALUES('ct4u4bg3jp',61,1795034878926,'{"a":"play","s":1,"p":"c4d5"}','0:5080-32');
INSERT INTO acts VALUES('ct4u4bg3jp',62,1795034878947,'{"a":"play","s":2,"p":"g3f2"}','1:5080-32');
INSERT INTO acts VALUES('ct4u4bg3jp',63,1795034878971,'{"a":"play","s":1,"p":"d2e2"}','0:5080-33');
INSERT INTO acts VALUES('ct4u4bg3jp',64,1795034878974,'{"a":"play","s":2,"p":"i9i8"}','1:5080-33');
INSERT INTO acts VALUES('ct4u4bg3jp',65,1795034878977,'{"a":"play","s":1,"p":"a4b5"}','0:5080-34');
INSERT INTO acts VALUES('ct4u4bg3jp',66,1795034878996,'{"a":"play","s":2,"p":"g7g6"}','1:5080-34');
INSERT INTO acts VALUES('ct4u4bg3jp',67,1795034879011,'{"a":"play","s":1,"p":"c6c5"}','0:5080-35');
INSERT INTO acts VALUES('ct4u4bg3jp',68,1795034879022,'{"a":"play","s":2,"p":"g8h8g7"}','1:5080-35');
INSERT INTO acts VALUES('ct4u4bg3jp',69,1795034879037,'{"a":"play","s":1,"p":"b4c4a3"}','0:5080-36');
INSERT INTO acts VALUES('ct4u4bg3jp',70,1795034879051,'{"a":"play","s":2,"p":"e4f4"}','1:5080-36');
INSERT INTO acts VALUES('ct4u4bg3jp',71,1795034879056,'{"a":"play","s":1,"p":"e2e3"}','0:5080-37');
INSERT INTO acts VALUES('ct4u4bg3jp',72,1795034879062,'{"a":"play","s":2,"p":"i5i6"}','1:5080-37');
INSERT INTO acts VALUES('ct4u4bg3jp',73,1795034879066,'{"a":"play","s":1,"p":"e3e2"}','0:5080-38');
INSERT INTO acts VALUES('ct4u4bg3jp',74,1795034879070,'{"a":"play","s":2,"p":"f3g4"}','1:5080-38');
INSERT INTO acts VALUES('ct4u4bg3jp',75,1795034879112,'{"a":"play","s":1,"p":"d4e4c3"}','0:5080-39');
INSERT INTO acts VALUES('ct4u4bg3jp',76,1795034879139,'{"a":"play","s":2,"p":"f4e3"}','1:5080-39');
INSERT INTO acts VALUES('ct4u4bg3jp',77,1795034879151,'{"a":"play","s":1,"p":"c5d5b4"}','0:5080-40');
INSERT INTO acts VALUES('ct4u4bg3jp',78,1795034879167,'{"a":"play","s":2,"p":"i7i6"}','1:5080-40');
INSERT INTO acts VALUES('ct4u4bg3jp',79,1795034879174,'{"a":"play","s":1,"p":"b4c4"}','0:5080-41');
INSERT INTO acts VALUES('ct4u4bg3jp',80,1795034879181,'{"a":"play","s":2,"p":"e3d2"}','1:5080-41');
INSERT INTO acts VALUES('ct4u4bg3jp',81,1795034879184,'{"a":"play","s":1,"p":"c4d4"}','0:5080-42');
INSERT INTO acts VALUES('ct4u4bg3jp',82,1795034879187,'{"a":"play","s":2,"p":"h7i8h6"}','1:5080-42');
INSERT INTO acts VALUES('ct4u4bg3jp',83,1795034879189,'{"a":"play","s":1,"p":"d6d7"}','0:5080-43');
INSERT INTO acts VALUES('ct4u4bg3jp',84,1795034879191,'{"a":"play","s":2,"p":"e7e8"}','1:5080-43');
INSERT INTO acts VALUES('ct4u4bg3jp',85,1795034879195,'{"a":"play","s":1,"p":"a2b2"}','0:5080-44');
INSERT INTO acts VALUES('ct4u4bg3jp',86,1795034879196,'{"a":"play","s":2,"p":"h4g4"}','1:5080-44');
INSERT INTO acts VALUES('ct4u4bg3jp',87,1795034879197,'{"a":"play","s":1,"p":"a3b3a4"}','0:5080-45');
INSERT INTO acts VALUES('ct4u4bg3jp',88,1795034879198,'{"a":"play","s":2,"p":"g4f3"}','1:5080-45');
INSERT INTO acts VALUES('ct4u4bg3jp',89,1795034879200,'{"a":"play","s":1,"p":"e9d8"}','0:5080-46');
INSERT INTO acts VALUES('ct4u4bg3jp',90,1795034879206,'{"a":"play","s":2,"p":"g7h7"}','1:5080-46');
INSERT INTO acts VALUES('ct4u4bg3jp',91,1795034879214,'{"a":"play","s":1,"p":"e4e5"}','0:5080-47');
INSERT INTO acts VALUES('ct4u4bg3jp',92,1795034879239,'{"a":"play","s":2,"p":"g6h6f5"}','1:5080-47');
INSERT INTO acts VALUES('ct4u4bg3jp',93,1795034879246,'{"a":"play","s":1,"p":"d8e9"}','0:5080-48');
INSERT INTO acts VALUES('ct4u4bg3jp',94,1795034879277,'{"a":"play","s":2,"p":"f3f4e3"}','1:5080-48');
INSERT INTO acts VALUES('ct4u4bg3jp',95,1795034879282,'{"a":"play","s":1,"p":"a1c3a2"}','0:5080-49');
INSERT INTO acts VALUES('ct4u4bg3jp',96,1795034879295,'{"a":"play","s":2,"p":"f5e4"}','1:5080-49');
INSERT INTO acts VALUES('ct4u4bg3jp',97,1795034879298,'{"a":"play","s":1,"p":"a2a1"}','0:5080-50');
INSERT INTO acts VALUES('ct4u4bg3jp',98,1795034879301,'{"a":"play","s":2,"p":"d3c3"}','1:5080-50');
INSERT INTO acts VALUES('ct4u4bg3jp',99,1795034879305,'{"a":"play","s":1,"p":"b3a2"}','0:5080-51');
INSERT INTO acts VALUES('ct4u4bg3jp',100,1795034879308,'{"a":"play","s":2,"p":"h5g5"}','1:5080-51');
INSERT INTO acts VALUES('ct4u4bg3jp',101,1795034879325,'{"a":"play","s":1,"p":"c4b3"}','0:5080-52');
INSERT INTO acts VALUES('ct4u4bg3jp',102,1795034879327,'{"a":"play","s":2,"p":"c3d3"}','1:5080-52');
INSERT INTO acts VALUES('ct4u4bg3jp',103,1795034879329,'{"a":"play","s":1,"p":"b4b6c5"}','0:5080-53');
INSERT INTO acts VALUES('ct4u4bg3jp',104,1795034879331,'{"a":"play","s":2,"p":"f5f4"}','1:5080-53');
INSERT INTO acts VALUES('ct4u4bg3jp',105,1795034879333,'{"a":"play","s":1,"p":"c7b6"}','0:5080-54');
INSERT INTO acts VALUES('ct4u4bg3jp',106,1795034879338,'{"a":"play","s":2,"p":"g5h5"}','1:5080-54');
INSERT INTO acts VALUES('ct4u4bg3jp',107,1795034879343,'{"a":"play","s":1,"p":"c5d5"}','0:5080-55');
INSERT INTO acts VALUES('ct4u4bg3jp',108,1795034879349,'{"a":"play","s":2,"p":"e3d2"}','1:5080-55');
INSERT INTO acts VALUES('ct4u4bg3jp',109,1795034879363,'{"a":"play","s":1,"p":"a2b2"}','0:5080-56');
INSERT INTO acts VALUES('ct4u4bg3jp',110,1795034879366,'{"a":"play","s":2,"p":"e8f9f8"}','1:5080-56');
INSERT INTO acts VALUES('ct4u4bg3jp',111,1795034879369,'{"a":"play","s":1,"p":"d4d5c4"}','0:5080-57');
INSERT INTO acts VALUES('ct4u4bg3jp',112,1795034879374,'{"a":"play","s":2,"p":"f4e3"}','1:5080-57');
INSERT INTO acts VALUES('ct4u4bg3jp',113,1795034879375,'{"a":"play","s":1,"p":"b3c4"}','0:5080-58');
INSERT INTO acts VALUES('ct4u4bg3jp',114,1795034879378,'{"a":"play","s":2,"p":"i7h7"}','1:5080-58');
INSERT INTO acts VALUES('ct4u4bg3jp',115,1795034879381,'{"a":"play","s":1,"p":"d5d6"}','0:5080-59');
INSERT INTO acts VALUES('ct4u4bg3jp',116,1795034879388,'{"a":"play","s":2,"p":"h5g5"}','1:5080-59');
INSERT INTO acts VALUES('ct4u4bg3jp',117,1795034879390,'{"a":"play","s":1,"p":"e5d4"}','0:5080-60');
INSERT INTO acts VALUES('ct4u4bg3jp',118,1795034879393,'{"a":"play","s":2,"p":"g9f9"}','1:5080-60');
INSERT INTO acts VALUES('ct4u4bg3jp',119,1795034879396,'{"a":"play","s":1,"p":"b6a5"}','0:5080-61');
INSERT INTO acts VALUES('ct4u4bg3jp',120,1795034879399,'{"a":"play","s":2,"p":"g5f4"}','1:5080-61');
INSERT INTO acts VALUES('ct4u4bg3jp',121,1795034879401,'{"a":"play","s":1,"p":"d6d7e7"}','0:5080-62');
INSERT INTO acts VALUES('ct4u4bg3jp',122,1795034879403,'{"a":"play","s":2,"p":"g7h7g6"}','1:5080-62');
INSERT INTO acts VALUES('ct4u4bg3jp',123,1795034879408,'{"a":"play","s":1,"p":"c4d4b3"}','0:5080-63');
INSERT INTO acts VALUES('ct4u4bg3jp',124,1795034879410,'{"a":"play","s":2,"p":"i6h6"}','1:5080-63');
INSERT INTO acts VALUES('ct4u4bg3jp',125,1795034879418,'{"a":"play","s":1,"p":"c5d5"}','0:5080-64');
INSERT INTO acts VALUES('ct4u4bg3jp',126,1795034879420,'{"a":"play","s":2,"p":"g6h6g5"}','1:5080-64');
INSERT INTO acts VALUES('ct4u4bg3jp',127,1795034879425,'{"a":"play","s":1,"p":"c6c7"}','0:5080-65');
INSERT INTO acts VALUES('ct4u4bg3jp',128,1795034879431,'{"a":"play","s":2,"p":"f6g6"}','1:5080-65');
INSERT INTO acts VALUES('ct4u4bg3jp',129,1795034879433,'{"a":"play","s":1,"p":"d5e5"}','0:5080-66');
INSERT INTO acts VALUES('ct4u4bg3jp',130,1795034879437,'{"a":"play","s":2,"p":"g5g6h6"}','1:5080-66');
INSERT INTO acts VALUES('ct4u4bg3jp',131,1795034879442,'{"a":"play","s":1,"p":"e5e7d5"}','0:5080-67');
INSERT INTO acts VALUES('ct4u4bg3jp',132,1795034879453,'{"a":"play","s":2,"p":"c1d1"}','1:5080-67');
INSERT INTO acts VALUES('ct4u4bg3jp',133,1795034879461,'{"a":"play","s":1,"p":"d6d7c5"}','0:5080-68');
INSERT INTO acts VALUES('ct4u4bg3jp',134,1795034879464,'{"a":"play","s":2,"p":"h5h4"}','1:5080-68');
INSERT INTO acts VALUES('ct4u4bg3jp',135,1795034879465,'{"a":"play","s":1,"p":"a1b2"}','0:5080-69');
INSERT INTO acts VALUES('ct4u4bg3jp',136,1795034879468,'{"a":"play","s":2,"p":"f4f5"}','1:5080-69');
INSERT INTO acts VALUES('ct4u4bg3jp',137,1795034879471,'{"a":"play","s":1,"p":"b3a2"}','0:5080-70');
INSERT INTO acts VALUES('ct4u4bg3jp',138,1795034879472,'{"a":"play","s":2,"p":"d2e3"}','1:5080-70');
INSERT INTO acts VALUES('ct4u4bg3jp',139,1795034879475,'{"a":"play","s":1,"p":"c5d5b4"}','0:5080-71');
INSERT INTO acts VALUES('ct4u4bg3jp',140,1795034879477,'{"a":"play","s":2,"p":"h7i7"}','1:5080-71');
INSERT INTO acts VALUES('ct4u4bg3jp',141,1795034879479,'{"a":"play","s":1,"p":"c4d4c5"}','0:5080-72');
INSERT INTO acts VALUES('ct4u4bg3jp',142,1795034879481,'{"a":"play","s":2,"p":"f9g9"}','1:5080-72');
INSERT INTO acts VALUES('ct4u4bg3jp',143,1795034879484,'{"a":"play","s":1,"p":"c3c2"}','0:5080-73');
INSERT INTO acts VALUES('ct4u4bg3jp',144,1795034879486,'{"a":"play","s":2,"p":"h6i7h5"}','1:5080-73');
INSERT INTO acts VALUES('ct4u4bg3jp',145,1795034879490,'{"a":"play","s":1,"p":"a2b2"}','0:5080-74');
INSERT INTO acts VALUES('ct4u4bg3jp',146,1795034879495,'{"a":"play","s":2,"p":"f8e7"}','1:5080-74');
INSERT INTO acts VALUES('ct4u4bg3jp',147,1795034879508,'{"a":"play","s":1,"p":"a5b6"}','0:5080-75');
INSERT INTO acts VALUES('ct4u4bg3jp',148,1795034879521,'{"a":"play","s":2,"p":"i6i7"}','1:5080-75');
INSERT INTO acts VALUES('ct4u4bg3jp',149,1795034879529,'{"a":"play","s":1,"p":"a4b4"}','0:5080-76');
INSERT INTO acts VALUES('ct4u4bg3jp',150,1795034879533,'{"a":"play","s":2,"p":"i7i6"}','1:5080-76');
INSERT INTO acts VALUES('ct4u4bg3jp',151,1795034879539,'{"a":"play","s":1,"p":"c6d7"}','0:5080-77');
INSERT INTO acts VALUES('ct4u4bg3jp',152,1795034879550,'{"a":"play","s":2,"p":"e4d4"}','1:5080-77');
INSERT INTO acts VALUES('ct4u4bg3jp',153,1795034879554,'{"a":"play","s":1,"p":"e8d7"}','0:5080-78');
INSERT INTO acts VALUES('ct4u4bg3jp',154,1795034879557,'{"a":"play","s":2,"p":"e7f8"}','1:5080-78');
INSERT INTO acts VALUES('ct4u4bg3jp',155,1795034879566,'{"a":"play","s":1,"p":"c6b5"}','0:5080-79');
INSERT INTO acts VALUES('ct4u4bg3jp',156,1795034879576,'{"a":"play","s":2,"p":"f8g9g8"}','1:5080-79');
INSERT INTO acts VALUES('ct4u4bg3jp',157,1795034879580,'{"a":"play","s":1,"p":"c5b4"}','0:5080-80');
INSERT INTO acts VALUES('ct4u4bg3jp',158,1795034879588,'{"a":"play","s":2,"p":"e3e4"}','1:5080-80');
INSERT INTO acts VALUES('ct4u4bg3jp',159,1795034879593,'{"a":"play","s":1,"p":"c7d7d8"}','0:5080-81');
INSERT INTO acts VALUES('ct4u4bg3jp',160,1795034879605,'{"a":"play","s":2,"p":"e4e5"}','1:5080-81');
INSERT INTO acts VALUES('ct4u4bg3jp',161,1795034879610,'{"a":"play","s":1,"p":"c4b4"}','0:5080-82');
INSERT INTO acts VALUES('ct4u4bg3jp',162,1795034879612,'{"a":"play","s":2,"p":"h4h5g3"}','1:5080-82');
INSERT INTO acts VALUES('ct4u4bg3jp',163,1795034879622,'{"a":"play","s":1,"p":"b6c7"}','0:5080-83');
INSERT INTO acts VALUES('ct4u4bg3jp',164,1795034879626,'{"a":"play","s":2,"p":"g3g4"}','1:5080-83');
INSERT INTO acts VALUES('ct4u4bg3jp',165,1795034879631,'{"a":"play","s":1,"p":"d8e8"}','0:5080-84');
INSERT INTO acts VALUES('ct4u4bg3jp',166,1795034879632,'{"a":"play","s":2,"p":"g5f4"}','1:5080-84');
INSERT INTO acts VALUES('ct4u4bg3jp',167,1795034879640,'{"a":"play","s":1,"p":"a4a3"}','0:5080-85');
INSERT INTO acts VALUES('ct4u4bg3jp',168,1795034879650,'{"a":"play","s":2,"p":"g8h9h8"}','1:5080-85');
INSERT INTO acts VALUES('ct4u4bg3jp',169,1795034879654,'{"a":"play","s":1,"p":"e8f8f9"}','0:5080-86');
INSERT INTO acts VALUES('ct4u4bg3jp',170,1795034879671,'{"a":"play","s":2,"p":"d3d4"}','1:5080-86');
INSERT INTO acts VALUES('ct4u4bg3jp',171,1795034879688,'{"a":"play","s":1,"p":"b2c2c3"}','0:5080-87');
INSERT INTO acts VALUES('ct4u4bg3jp',172,1795034879691,'{"a":"play","s":2,"p":"f5g6"}','1:5080-87');
INSERT INTO acts VALUES('ct4u4bg3jp',173,1795034879696,'{"a":"play","s":1,"p":"g9h9"}','0:5080-88');
INSERT INTO acts VALUES('ct4u4bg3jp',174,1795034879700,'{"a":"play","s":2,"p":"e3f3"}','1:5080-88');
INSERT INTO acts VALUES('ct4u4bg3jp',175,1795034879706,'{"a":"play","s":1,"p":"c7b6"}','0:5080-89');
INSERT INTO acts VALUES('ct4u4bg3jp',176,1795034879709,'{"a":"play","s":2,"p":"e5e4"}','1:5080-89');
INSERT INTO acts VALUES('ct4u4bg3jp',177,1795034879711,'{"a":"play","s":1,"p":"d2c2"}','0:5080-90');
INSERT INTO acts VALUES('ct4u4bg3jp',178,1795034879712,'{"a":"play","s":2,"p":"d5e5"}','1:5080-90');
INSERT INTO acts VALUES('ct4u4bg3jp',179,1795034879713,'{"a":"play","s":1,"p":"d6d7"}','0:5080-91');
INSERT INTO acts VALUES('ct4u4bg3jp',180,1795034879715,'{"a":"play","s":2,"p":"g6f6"}','1:5080-91');
INSERT INTO acts VALUES('ct4u4bg3jp',181,1795034879716,'{"a":"play","s":1,"p":"b4b5a4"}','0:5080-92');
INSERT INTO acts VALUES('ct4u4bg3jp',182,1795034879717,'{"a":"play","s":2,"p":"e4f4"}','1:5080-92');
INSERT INTO acts VALUES('ct4u4bg3jp',183,1795034879719,'{"a":"play","s":1,"p":"c3c4"}','0:5080-93');
INSERT INTO acts VALUES('ct4u4bg3jp',184,1795034879730,'{"a":"play","s":2,"p":"e5f6f5"}','1:5080-93');
INSERT INTO acts VALUES('ct4u4bg3jp',185,1795034879732,'{"a":"play","s":1,"p":"h9g8"}','0:5080-94');
INSERT INTO acts VALUES('ct4u4bg3jp',186,1795034879733,'{"a":"play","s":2,"p":"f5e4"}','1:5080-94');
INSERT INTO acts VALUES('ct4u4bg3jp',187,1795034879736,'{"a":"play","s":1,"p":"c2b2"}','0:5080-95');
INSERT INTO acts VALUES('ct4u4bg3jp',188,1795034879737,'{"a":"play","s":2,"p":"f4g4g5"}','1:5080-95');
INSERT INTO acts VALUES('ct4u4bg3jp',189,1795034879743,'{"a":"play","s":1,"p":"e9f9d8"}','0:5080-96');
INSERT INTO acts VALUES('ct4u4bg3jp',190,1795034879750,'{"a":"play","s":2,"p":"i6i7"}','1:5080-96');
INSERT INTO acts VALUES('ct4u4bg3jp',191,1795034879767,'{"a":"play","s":1,"p":"b2b1"}','0:5080-97');
INSERT INTO acts VALUES('ct4u4bg3jp',192,1795034879786,'{"a":"play","s":2,"p":"d4e4e5"}','1:5080-97');
INSERT INTO acts VALUES('ct4u4bg3jp',193,1795034879797,'{"a":"play","s":1,"p":"d7c6"}','0:5080-98');
INSERT INTO acts VALUES('ct4u4bg3jp',194,1795034879806,'{"a":"play","s":2,"p":"f5h5e4"}','1:5080-98');
INSERT INTO acts VALUES('ct4u4bg3jp',195,1795034879808,'{"a":"play","s":1,"p":"e8d7"}','0:5080-99');
INSERT INTO acts VALUES('ct4u4bg3jp',196,1795034879812,'{"a":"play","s":2,"p":"f2g3"}','1:5080-99');
INSERT INTO acts VALUES('ct4u4bg3jp',197,1795034879817,'{"a":"play","s":1,"p":"c1b1"}','0:5080-100');
INSERT INTO acts VALUES('ct4u4bg3jp',198,1795034879818,'{"a":"play","s":2,"p":"h8i9h7"}','1:5080-100');
INSERT INTO acts VALUES('ct4u4bg3jp',199,1795034879819,'{"a":"play","s":1,"p":"a3b4"}','0:5080-101');
INSERT INTO acts VALUES('ct4u4bg3jp',200,1795034879821,'{"a":"play","s":2,"p":"e4d4"}','1:5080-101');
INSERT INTO acts VALUES('ct4u4bg3jp',201,1795034879822,'{"a":"play","s":1,"p":"g8g9"}','0:5080-102');
INSERT INTO acts VALUES('ct4u4bg3jp',202,1795034879823,'{"a":"play","s":2,"p":"f4f5"}','1:5080-102');
INSERT INTO acts VALUES('ct4u4bg3jp',203,1795034879825,'{"a":"play","s":1,"p":"c6c7"}','0:5080-103');
INSERT INTO acts VALUES('ct4u4bg3jp',204,1795034879826,'{"a":"play","s":2,"p":"f5e4"}','1:5080-103');
INSERT INTO acts VALUES('ct4u4bg3jp',205,1795034879828,'{"a":"play","s":1,"p":"e2e3"}','0:5080-104');
INSERT INTO acts VALUES('ct4u4bg3jp',206,1795034879829,'{"a":"play","s":2,"p":"g4h4g5"}','1:5080-104');
INSERT INTO acts VALUES('ct4u4bg3jp',207,1795034879831,'{"a":"play","s":1,"p":"b4a3"}','0:5080-105');
INSERT INTO acts VALUES('ct4u4bg3jp',208,1795034879842,'{"a":"play","s":2,"p":"e1d1"}','1:5080-105');
INSERT INTO acts VALUES('ct4u4bg3jp',209,1795034879845,'{"a":"play","s":1,"p":"e3e2"}','0:5080-106');
INSERT INTO acts VALUES('ct4u4bg3jp',210,1795034879854,'{"a":"play","s":2,"p":"g5i5f4"}','1:5080-106');
INSERT INTO acts VALUES('ct4u4bg3jp',211,1795034879858,'{"a":"play","s":1,"p":"d3d2"}','0:5080-107');
INSERT INTO acts VALUES('ct4u4bg3jp',212,1795034879865,'{"a":"play","s":2,"p":"e4f4d3"}','1:5080-107');
INSERT INTO acts VALUES('ct4u4bg3jp',213,1795034879870,'{"a":"play","s":1,"p":"c4b3"}','0:5080-108');
INSERT INTO acts VALUES('ct4u4bg3jp',214,1795034879871,'{"a":"play","s":2,"p":"g4g5"}','1:5080-108');
INSERT INTO acts VALUES('ct4u4bg3jp',215,1795034879872,'{"a":"play","s":1,"p":"d7d8e8"}','0:5080-109');
INSERT INTO acts VALUES('ct4u4bg3jp',216,1795034879873,'{"a":"play","s":2,"p":"f3g3f4"}','1:5080-109');
INSERT INTO acts VALUES('ct4u4bg3jp',217,1795034879875,'{"a":"play","s":1,"p":"c7d8"}','0:5080-110');
INSERT INTO acts VALUES('ct4u4bg3jp',218,1795034879876,'{"a":"play","s":2,"p":"g5g4"}','1:5080-110');
INSERT INTO acts VALUES('ct4u4bg3jp',219,1795034879877,'{"a":"play","s":1,"p":"e9d8"}','0:5080-111');
INSERT INTO acts VALUES('ct4u4bg3jp',220,1795034879890,'{"a":"play","s":2,"p":"g6h7f6"}','1:5080-111');
INSERT INTO acts VALUES('ct4u4bg3jp',221,1795034879906,'{"a":"play","s":1,"p":"b3b4"}','0:5080-112');
INSERT INTO acts VALUES('ct4u4bg3jp',222,1795034879922,'{"a":"play","s":2,"p":"f6g7e6"}','1:5080-112');
INSERT INTO acts VALUES('ct4u4bg3jp',223,1795034879934,'{"a":"play","s":1,"p":"d8e8e9"}','0:5080-113');
INSERT INTO acts VALUES('ct4u4bg3jp',224,1795034879935,'{"a":"play","s":2,"p":"f7g8"}','1:5080-113');
INSERT INTO acts VALUES('ct4u4bg3jp',225,1795034879937,'{"a":"play","s":1,"p":"a1b2"}','0:5080-114');
INSERT INTO acts VALUES('ct4u4bg3jp',226,1795034879940,'{"a":"play","s":2,"p":"g4f4"}','1:5080-114');
INSERT INTO acts VALUES('ct4u4bg3jp',227,1795034879951,'{"a":"play","s":1,"p":"a4b4"}','0:5080-115');
INSERT INTO acts VALUES('ct4u4bg3jp',228,1795034879961,'{"a":"play","s":2,"p":"e4f5"}','1:5080-115');
INSERT INTO acts VALUES('ct4u4bg3jp',229,1795034879973,'{"a":"play","s":1,"p":"a2a1"}','0:5080-116');
INSERT INTO acts VALUES('ct4u4bg3jp',230,1795034879977,'{"a":"play","s":2,"p":"i7h6"}','1:5080-116');
INSERT INTO acts VALUES('ct4u4bg3jp',231,1795034880001,'{"a":"play","s":1,"p":"g9f8"}','0:5080-117');
INSERT INTO acts VALUES('ct4u4bg3jp',232,1795034880014,'{"a":"play","s":2,"p":"h6i6"}','1:5080-117');
INSERT INTO acts VALUES('ct4u4bg3jp',233,1795034880041,'{"a":"play","s":1,"p":"b4c4b3"}','0:5080-118');
INSERT INTO acts VALUES('ct4u4bg3jp',234,1795034880084,'{"a":"play","s":2,"p":"e6f6"}','1:5080-118');
INSERT INTO acts VALUES('ct4u4bg3jp',235,1795034880178,'{"a":"play","s":1,"p":"a3a4"}','0:5080-119');
INSERT INTO acts VALUES('ct4u4bg3jp',236,1795034880206,'{"a":"play","s":2,"p":"g8h9"}','1:5080-119');
INSERT INTO acts VALUES('ct4u4bg3jp',237,1795034880210,'{"a":"play","s":1,"p":"f8g9"}','0:5080-120');
INSERT INTO acts VALUES('ct4u4bg3jp',238,1795034880217,'{"a":"play","s":2,"p":"i8h8"}','1:5080-120');
INSERT INTO acts VALUES('ct4u4bg3jp',239,1795034880220,'{"a":"play","s":1,"p":"b3b4"}','0:5080-121');
INSERT INTO acts VALUES('ct4u4bg3jp',240,1795034880223,'{"a":"play","s":2,"p":"i6h5"}','1:5080-121');
INSERT INTO acts VALUES('ct4u4bg3jp',241,1795034880262,'{"a":"play","s":1,"p":"b4b3"}','0:5080-122');
INSERT INTO acts VALUES('ct4u4bg3jp',242,1795034880282,'{"a":"play","s":2,"p":"f4f5g4"}','1:5080-122');
INSERT INTO acts VALUES('ct4u4bg3jp',243,1795034880307,'{"a":"play","s":1,"p":"a4b5"}','0:5080-123');
INSERT INTO acts VALUES('ct4u4bg3jp',244,1795034880337,'{"a":"play","s":2,"p":"h9i9"}','1:5080-123');
INSERT INTO acts VALUES('ct4u4bg3jp',245,1795034880360,'{"a":"play","s":1,"p":"b5b6c5"}','0:5080-124');
INSERT INTO acts VALUES('ct4u4bg3jp',246,1795034880370,'{"a":"play","s":2,"p":"d4f6c4"}','1:5080-124');
INSERT INTO acts VALUES('ct4u4bg3jp',247,1795034880449,'{"a":"play","s":1,"p":"f9g9"}','0:5080-125');
INSERT INTO acts VALUES('ct4u4bg3jp',248,1795034880455,'{"a":"play","s":2,"p":"g3f2"}','1:5080-125');
INSERT INTO acts VALUES('ct4u4bg3jp',249,1795034880466,'{"a":"play","s":1,"p":"a5a4"}','0:5080-126');
INSERT INTO acts VALUES('ct4u4bg3jp',250,1795034880494,'{"a":"play","s":2,"p":"c4d5"}','1:5080-126');
INSERT INTO acts VALUES('ct4u4bg3jp',251,1795034880506,'{"a":"play","s":1,"p":"h9g8"}','0:5080-127');
INSERT INTO acts VALUES('ct4u4bg3jp',252,1795034880514,'{"a":"play","s":2,"p":"h5i5"}','1:5080-127');
INSERT INTO acts VALUES('ct4u4bg3jp',253,1795034880516,'{"a":"play","s":1,"p":"g9h9"}','0:5080-128');
INSERT INTO acts VALUES('ct4u4bg3jp',254,1795034880519,'{"a":"play","s":2,"p":"e6e5"}','1:5080-128');
INSERT INTO acts VALUES('ct4u4bg3jp',255,1795034880520,'{"a":"play","s":1,"p":"h9g9"}','0:5080-129');
INSERT INTO acts VALUES('ct4u4bg3jp',256,1795034880521,'{"a":"play","s":2,"p":"h8h7"}','1:5080-129');
INSERT INTO acts VALUES('ct4u4bg3jp',257,1795034880522,'{"a":"play","s":1,"p":"c6c7d6"}','0:5080-130');
INSERT INTO acts VALUES('ct4u4bg3jp',258,1795034880524,'{"a":"play","s":2,"p":"d3e3d4"}','1:5080-130');
INSERT INTO acts VALUES('ct4u4bg3jp',259,1795034880525,'{"a":"play","s":1,"p":"a1b2"}','0:5080-131');
INSERT INTO acts VALUES('ct4u4bg3jp',260,1795034880526,'{"a":"play","s":2,"p":"i5i6"}','1:5080-131');
INSERT INTO acts VALUES('ct4u4bg3jp',261,1795034880527,'{"a":"play","s":1,"p":"b2c3"}','0:5080-132');
INSERT INTO acts VALUES('ct4u4bg3jp',262,1795034880528,'{"a":"play","s":2,"p":"f7e7"}','1:5080-132');
INSERT INTO acts VALUES('ct4u4bg3jp',263,1795034880530,'{"a":"play","s":1,"p":"g9f8"}','0:5080-133');
INSERT INTO acts VALUES('ct4u4bg3jp',264,1795034880531,'{"a":"play","s":2,"p":"f6g6"}','1:5080-133');
INSERT INTO acts VALUES('ct4u4bg3jp',265,1795034880532,'{"a":"play","s":1,"p":"d2e2"}','0:5080-134');
INSERT INTO acts VALUES('xh6tjzfn9e',1,1795034881118,'{"a":"play","s":2,"p":"@ne"}','1:5080-2');
INSERT INTO acts VALUES('xh6tjzfn9e',2,1795034881120,'{"a":"play","s":1,"p":"sf2"}','0:5080-2');
INSERT INTO acts VALUES('xh6tjzfn9e',3,1795034881121,'{"a":"play","s":1,"p":"="}','0:5080-3');
INSERT INTO acts VALUES('xh6tjzfn9e',4,1795034881122,'{"a":"play","s":2,"p":"rh6"}','1:5080-3');
INSERT INTO acts VALUES('xh6tjzfn9e',5,1795034881124,'{"a":"play","s":2,"p":">nw"}','1:5080-4');
INSERT INTO acts VALUES('xh6tjzfn9e',6,1795034881125,'{"a":"play","s":1,"p":"rf5"}','0:5080-4');
INSERT INTO acts VALUES('xh6tjzfn9e',7,1795034881126,'{"a":"play","s":1,"p":">sw"}','0:5080-5');
INSERT INTO acts VALUES('xh6tjzfn9e',8,1795034881128,'{"a":"play","s":2,"p":"re1"}','1:5080-5');
INSERT INTO acts VALUES('xh6tjzfn9e',9,1795034881129,'{"a":"play","s":2,"p":">se"}','1:5080-6');
INSERT INTO acts VALUES('xh6tjzfn9e',10,1795034881130,'{"a":"play","s":1,"p":"sf7"}','0:5080-6');
INSERT INTO acts VALUES('xh6tjzfn9e',11,1795034881134,'{"a":"play","s":1,"p":"="}','0:5080-7');
INSERT INTO acts VALUES('xh6tjzfn9e',12,1795034881136,'{"a":"play","s":2,"p":"rc7"}','1:5080-7');
INSERT INTO acts VALUES('xh6tjzfn9e',13,1795034881138,'{"a":"play","s":2,"p":">ne"}','1:5080-8');
INSERT INTO acts VALUES('xh6tjzfn9e',14,1795034881139,'{"a":"play","s":1,"p":"rd3"}','0:5080-8');
INSERT INTO acts VALUES('xh6tjzfn9e',15,1795034881141,'{"a":"play","s":1,"p":">nw"}','0:5080-9');
INSERT INTO acts VALUES('xh6tjzfn9e',16,1795034881142,'{"a":"play","s":1,"p":"xd3"}','0:5080-10');
INSERT INTO acts VALUES('xh6tjzfn9e',17,1795034881144,'{"a":"play","s":1,"p":"xf5"}','0:5080-11');
INSERT INTO acts VALUES('9bejeqcru4',1,1795034881743,'{"a":"tick"}',NULL);
INSERT INTO acts VALUES('9bejeqcru4',2,1795034881743,'{"a":"lot","p":"f43"}',NULL);
INSERT INTO acts VALUES('9bejeqcru4',3,1795034881743,'{"a":"lot","p":"d52"}',NULL);
INSERT INTO acts VALUES('9bejeqcru4',4,1795034881745,'{"a":"play","s":1,"p":"10+5"}','0:5080-2');
INSERT INTO acts VALUES('9bejeqcru4',5,1795034881746,'{"a":"play","s":1,"p":"s+2"}','0:5080-3');
INSERT INTO acts VALUES('9bejeqcru4',6,1795034881746,'{"a":"lot","p":"d66"}',NULL);
INSERT INTO acts VALUES('9bejeqcru4',7,1795034881759,'{"a":"play","s":2,"p":"10+6"}','1:5080-2');
INSERT INTO acts VALUES('9bejeqcru4',8,1795034881762,'{"a":"play","s":2,"p":"16+6"}','1:5080-3');
INSERT INTO acts VALUES('9bejeqcru4',9,1795034881771,'{"a":"play","s":2,"p":"s+6"}','1:5080-4');
INSERT INTO acts VALUES('9bejeqcru4',10,1795034881772,'{"a":"play","s":2,"p":"s+6"}','1:5080-5');
INSERT INTO acts VALUES('9bejeqcru4',11,1795034881772,'{"a":"lot","p":"d22"}',NULL);
INSERT INTO acts VALUES('9bejeqcru4',12,1795034881773,'{"a":"play","s":1,"p":"s+2"}','0:5080-4');
INSERT INTO acts VALUES('9bejeqcru4',13,1795034881782,'{"a":"play","s":1,"p":"10+2"}','0:5080-5');
INSERT INTO acts VALUES('9bejeqcru4',14,1795034881784,'{"a":"play","s":1,"p":"2+2"}','0:5080-6');
INSERT INTO acts VALUES('9bejeqcru4',15,1795034881785,'{"a":"play","s":1,"p":"15+2"}','0:5080-7');
INSERT INTO acts VALUES('9bejeqcru4',16,1795034881785,'{"a":"lot","p":"d21"}',NULL);
INSERT INTO acts VALUES('9bejeqcru4',17,1795034881786,'{"a":"play","s":2,"p":"6+1"}','1:5080-6');
INSERT INTO acts VALUES('9bejeqcru4',18,1795034881787,'{"a":"play","s":2,"p":"p5+2"}','1:5080-7');
INSERT INTO acts VALUES('9bejeqcru4',19,1795034881787,'{"a":"lot","p":"d51"}',NULL);
INSERT INTO acts VALUES('9bejeqcru4',20,1795034881788,'{"a":"play","s":1,"p":"4+1"}','0:5080-8');
INSERT INTO acts VALUES('9bejeqcru4',21,1795034881789,'{"a":"play","s":1,"p":"5+5"}','0:5080-9');
INSERT INTO acts VALUES('9bejeqcru4',22,1795034881789,'{"a":"lot","p":"d62"}',NULL);
INSERT INTO acts VALUES('9bejeqcru4',23,1795034881791,'{"a":"play","s":2,"p":"7+6"}','1:5080-8');
INSERT INTO acts VALUES('9bejeqcru4',24,1795034881792,'{"a":"play","s":2,"p":"13+2"}','1:5080-9');
INSERT INTO acts VALUES('9bejeqcru4',25,1795034881792,'{"a":"lot","p":"d21"}',NULL);
INSERT INTO acts VALUES('9bejeqcru4',26,1795034881794,'{"a":"play","s":1,"p":"2+2"}','0:5080-10');
INSERT INTO acts VALUES('9bejeqcru4',27,1795034881797,'{"a":"play","s":1,"p":"17+1"}','0:5080-11');
INSERT INTO acts VALUES('9bejeqcru4',28,1795034881797,'{"a":"lot","p":"d41"}',NULL);
INSERT INTO acts VALUES('9bejeqcru4',29,1795034881798,'{"a":"play","s":2,"p":"s+4"}','1:5080-10');
INSERT INTO acts VALUES('9bejeqcru4',30,1795034881799,'{"a":"play","s":2,"p":"15+1"}','1:5080-11');
INSERT INTO acts VALUES('9bejeqcru4',31,1795034881799,'{"a":"lot","p":"d42"}',NULL);
INSERT INTO acts VALUES('9bejeqcru4',32,1795034881802,'{"a":"play","s":1,"p":"10+2"}','0:5080-12');
INSERT INTO acts VALUES('9bejeqcru4',33,1795034881803,'{"a":"play","s":1,"p":"18+4"}','0:5080-13');
INSERT INTO acts VALUES('9bejeqcru4',34,1795034881803,'{"a":"lot","p":"d41"}',NULL);
INSERT INTO acts VALUES('9bejeqcru4',35,1795034881805,'{"a":"play","s":2,"p":"15+1"}','1:5080-12');
INSERT INTO acts VALUES('9bejeqcru4',36,1795034881806,'{"a":"play","s":2,"p":"16+4"}','1:5080-13');
INSERT INTO acts VALUES('9bejeqcru4',37,1795034881806,'{"a":"lot","p":"d51"}',NULL);
INSERT INTO acts VALUES('9bejeqcru4',38,1795034881807,'{"a":"play","s":1,"p":"12+1"}','0:5080-14');
INSERT INTO acts VALUES('9bejeqcru4',39,1795034881808,'{"a":"play","s":1,"p":"12+5"}','0:5080-15');
INSERT INTO acts VALUES('9bejeqcru4',40,1795034881808,'{"a":"lot","p":"d62"}',NULL);
INSERT INTO acts VALUES('9bejeqcru4',41,1795034881809,'{"a":"play","s":2,"p":"p7+2"}','1:5080-14');
INSERT INTO acts VALUES('9bejeqcru4',42,1795034881810,'{"a":"play","s":2,"p":"16+6"}','1:5080-15');
INSERT INTO acts VALUES('9bejeqcru4',43,1795034881810,'{"a":"lot","p":"d65"}',NULL);
INSERT INTO acts VALUES('9bejeqcru4',44,1795034881811,'{"a":"play","s":1,"p":"13+6"}','0:5080-16');
INSERT INTO acts VALUES('9bejeqcru4',45,1795034881812,'{"a":"play","s":1,"p":"s+5"}','0:5080-17');
INSERT INTO acts VALUES('9bejeqcru4',46,1795034881812,'{"a":"lot","p":"d63"}',NULL);
INSERT INTO acts VALUES('9bejeqcru4',47,1795034881813,'{"a":"play","s":2,"p":"p5+3"}','1:5080-16');
INSERT INTO acts VALUES('9bejeqcru4',48,1795034881814,'{"a":"play","s":2,"p":"6+6"}','1:5080-17');
INSERT INTO acts VALUES('9bejeqcru4',49,1795034881814,'{"a":"lot","p":"d62"}',NULL);
INSERT INTO acts VALUES('9bejeqcru4',50,1795034881815,'{"a":"play","s":1,"p":"5+6"}','0:5080-18');
INSERT INTO acts VALUES('9bejeqcru4',51,1795034881816,'{"a":"play","s":1,"p":"15+2"}','0:5080-19');
INSERT INTO acts VALUES('9bejeqcru4',52,1795034881816,'{"a":"lot","p":"d66"}',NULL);
INSERT INTO acts VALUES('9bejeqcru4',53,1795034881817,'{"a":"play","s":2,"p":"4+6"}','1:5080-18');
INSERT INTO acts VALUES('9bejeqcru4',54,1795034881818,'{"a":"play","s":2,"p":"10+6"}','1:5080-19');
INSERT INTO acts VALUES('9bejeqcru4',55,1795034881819,'{"a":"play","s":2,"p":"16+6"}','1:5080-20');
INSERT INTO acts VALUES('9bejeqcru4',56,1795034881822,'{"a":"play","s":2,"p":"s+6"}','1:5080-21');
INSERT INTO acts VALUES('9bejeqcru4',57,1795034881822,'{"a":"lot","p":"d21"}',NULL);
INSERT INTO acts VALUES('9bejeqcru4',58,1795034881826,'{"a":"play","s":1,"p":"s+1"}','0:5080-20');
INSERT INTO acts VALUES('9bejeqcru4',59,1795034881827,'{"a":"play","s":1,"p":"5+2"}','0:5080-21');
INSERT INTO acts VALUES('9bejeqcru4',60,1795034881827,'{"a":"lot","p":"d61"}',NULL);
INSERT INTO acts VALUES('9bejeqcru4',61,1795034882334,'{"a":"resign","s":1}','0:end');
INSERT INTO acts VALUES('ugpxdmqqp5',1,1795034882361,'{"a":"play","s":1,"p":"setup:snbn,sbbr,lbbr,snbn,lbbr,snbn,lbnn,snbn,lbnn,lbbr,lbbr,sbbr","n":"39d5613431f129d1bb50549fd419125703dc47f81ff7b70bbd24fe2a34a57cdd"}','0:5080-2');
INSERT INTO acts VALUES('ugpxdmqqp5',2,1795034882362,'{"a":"play","s":2,"p":"setup:snrn,srrb,lrrb,snrn,lrrb,snrn,lrnn,snrn,lrnn,lrrb,lrrb,srrb","n":"73fd09471ce977ff546b8a5e83252061725b3c224d9cad972a50c1fa73940acf"}','1:5080-2');
INSERT INTO acts VALUES('ugpxdmqqp5',3,1795034882364,'{"a":"play","s":1,"p":"e3c5"}','0:5080-3');
INSERT INTO acts VALUES('ugpxdmqqp5',4,1795034882365,'{"a":"play","s":2,"p":"d6d4"}','1:5080-3');
INSERT INTO acts VALUES('ugpxdmqqp5',5,1795034882366,'{"a":"play","s":1,"p":"f2h4"}','0:5080-4');
INSERT INTO acts VALUES('ugpxdmqqp5',6,1795034882367,'{"a":"play","s":2,"p":"d7d6"}','1:5080-4');
INSERT INTO acts VALUES('ugpxdmqqp5',7,1795034882369,'{"a":"play","s":1,"p":"c2b3"}','0:5080-5');
INSERT INTO acts VALUES('ugpxdmqqp5',8,1795034882370,'{"a":"play","s":1,"p":"ccw"}','0:5080-6');
INSERT INTO acts VALUES('ugpxdmqqp5',9,1795034882372,'{"a":"play","s":2,"p":"c5d4"}','1:5080-5');
INSERT INTO acts VALUES('ugpxdmqqp5',10,1795034882373,'{"a":"play","s":2,"p":"ccw"}','1:5080-6');
INSERT INTO acts VALUES('ugpxdmqqp5',11,1795034882374,'{"a":"play","s":1,"p":"g6f7"}','0:5080-7');
INSERT INTO acts VALUES('ugpxdmqqp5',12,1795034882375,'{"a":"play","s":1,"p":"cw"}','0:5080-8');
INSERT INTO acts VALUES('ugpxdmqqp5',13,1795034882376,'{"a":"play","s":2,"p":"e4e2"}','1:5080-7');
INSERT INTO acts VALUES('ugpxdmqqp5',14,1795034882377,'{"a":"play","s":1,"p":"d3f5"}','0:5080-9');
INSERT INTO acts VALUES('ugpxdmqqp5',15,1795034882378,'{"a":"play","s":2,"p":"c3c2"}','1:5080-8');
INSERT INTO acts VALUES('ugpxdmqqp5',16,1795034882379,'{"a":"play","s":1,"p":"c4d3"}','0:5080-10');
INSERT INTO acts VALUES('ugpxdmqqp5',17,1795034882380,'{"a":"play","s":1,"p":"xd4"}','0:5080-11');
INSERT INTO acts VALUES('ugpxdmqqp5',18,1795034882423,'{"a":"play","s":2,"p":"c6c5"}','1:5080-9');
INSERT INTO acts VALUES('ugpxdmqqp5',19,1795034882455,'{"a":"play","s":2,"p":"cw"}','1:5080-10');
INSERT INTO acts VALUES('ugpxdmqqp5',20,1795034882463,'{"a":"play","s":1,"p":"f3f4"}','0:5080-12');
INSERT INTO acts VALUES('ugpxdmqqp5',21,1795034882467,'{"a":"play","s":2,"p":"g7e5"}','1:5080-11');
INSERT INTO acts VALUES('ugpxdmqqp5',22,1795034882469,'{"a":"play","s":1,"p":"c2a4"}','0:5080-13');
INSERT INTO acts VALUES('ugpxdmqqp5',23,1795034882470,'{"a":"play","s":2,"p":"f7f5"}','1:5080-12');
INSERT INTO acts VALUES('ugpxdmqqp5',24,1795034882471,'{"a":"play","s":1,"p":"e3d4"}','0:5080-14');
INSERT INTO acts VALUES('ugpxdmqqp5',25,1795034882472,'{"a":"play","s":1,"p":"ccw"}','0:5080-15');
INSERT INTO acts VALUES('ugpxdmqqp5',26,1795034882473,'{"a":"play","s":2,"p":"c5c3"}','1:5080-13');
INSERT INTO acts VALUES('ugpxdmqqp5',27,1795034882474,'{"a":"play","s":1,"p":"g5f6"}','0:5080-16');
INSERT INTO acts VALUES('ugpxdmqqp5',28,1795034882475,'{"a":"play","s":1,"p":"cw"}','0:5080-17');
INSERT INTO acts VALUES('ugpxdmqqp5',29,1795034882476,'{"a":"play","s":2,"p":"e7e6"}','1:5080-14');
INSERT INTO acts VALUES('ugpxdmqqp5',30,1795034882477,'{"a":"play","s":1,"p":"e1g3"}','0:5080-18');
INSERT INTO acts VALUES('ugpxdmqqp5',31,1795034883017,'{"a":"resign","s":1}','0:end');
INSERT INTO acts VALUES('puup7k337s',1,1795034883500,'{"a":"play","s":1,"p":"c3c2"}','0:5080-2');
INSERT INTO acts VALUES('puup7k337s',2,1795034883501,'{"a":"play","s":2,"p":"h8g7"}','1:5080-2');
INSERT INTO acts VALUES('puup7k337s',3,1795034883503,'{"a":"play","s":1,"p":"a1b2"}','0:5080-3');
INSERT INTO acts VALUES('puup7k337s',4,1795034883504,'{"a":"play","s":2,"p":"g6f6"}','1:5080-3');
INSERT INTO acts VALUES('puup7k337s',5,1795034883505,'{"a":"play","s":1,"p":"b1c2"}','0:5080-4');
INSERT INTO acts VALUES('puup7k337s',6,1795034883506,'{"a":"play","s":2,"p":"h5h6"}','1:5080-4');
INSERT INTO acts VALUES('puup7k337s',7,1795034883508,'{"a":"play","s":1,"p":"b2c3"}','0:5080-5');
INSERT INTO acts VALUES('puup7k337s',8,1795034883509,'{"a":"play","s":2,"p":"i5h4"}','1:5080-5');
INSERT INTO acts VALUES('puup7k337s',9,1795034883510,'{"a":"play","s":1,"p":"c4c5"}','0:5080-6');
INSERT INTO acts VALUES('puup7k337s',10,1795034883511,'{"a":"play","s":2,"p":"e6f6"}','1:5080-6');
INSERT INTO acts VALUES('puup7k337s',11,1795034883512,'{"a":"play","s":1,"p":"d3d4"}','0:5080-7');
INSERT INTO acts VALUES('puup7k337s',12,1795034883513,'{"a":"play","s":2,"p":"g7g6"}','1:5080-7');
INSERT INTO acts VALUES('qvee6jwphk',1,1795034884175,'{"a":"play","s":2,"p":"@nw"}','1:5080-2');
INSERT INTO acts VALUES('qvee6jwphk',2,1795034884195,'{"a":"play","s":1,"p":"sf6"}','0:5080-2');
INSERT INTO acts VALUES('qvee6jwphk',3,1795034884218,'{"a":"play","s":1,"p":"="}','0:5080-3');
INSERT INTO acts VALUES('qvee6jwphk',4,1795034884234,'{"a":"play","s":2,"p":"rh2"}','1:5080-3');
INSERT INTO acts VALUES('qvee6jwphk',5,1795034884245,'{"a":"play","s":2,"p":">sw"}','1:5080-4');
INSERT INTO acts VALUES('qvee6jwphk',6,1795034884256,'{"a":"play","s":1,"p":"sh4"}','0:5080-4');
INSERT INTO acts VALUES('qvee6jwphk',7,1795034884258,'{"a":"play","s":1,"p":">se"}','0:5080-5');
INSERT INTO acts VALUES('qvee6jwphk',8,1795034884260,'{"a":"play","s":2,"p":"rc8"}','1:5080-5');
INSERT INTO acts VALUES('qvee6jwphk',9,1795034884262,'{"a":"play","s":2,"p":">ne"}','1:5080-6');
INSERT INTO acts VALUES('qvee6jwphk',10,1795034884266,'{"a":"play","s":1,"p":"rb8"}','0:5080-6');
INSERT INTO acts VALUES('qvee6jwphk',11,1795034884267,'{"a":"play","s":1,"p":">nw"}','0:5080-7');
INSERT INTO acts VALUES('qvee6jwphk',12,1795034884268,'{"a":"play","s":2,"p":"sd8"}','1:5080-7');
INSERT INTO acts VALUES('jxy52h7xc4',1,1795034884795,'{"a":"tick"}',NULL);
INSERT INTO acts VALUES('jxy52h7xc4',2,1795034884795,'{"a":"lot","p":"f24"}',NULL);
INSERT INTO acts VALUES('jxy52h7xc4',3,1795034884795,'{"a":"lot","p":"d42"}',NULL);
INSERT INTO acts VALUES('jxy52h7xc4',4,1795034884796,'{"a":"play","s":2,"p":"10+2"}','1:5080-2');
INSERT INTO acts VALUES('jxy52h7xc4',5,1795034884798,'{"a":"play","s":2,"p":"s+4"}','1:5080-3');
INSERT INTO acts VALUES('jxy52h7xc4',6,1795034884798,'{"a":"lot","p":"d61"}',NULL);
INSERT INTO acts VALUES('jxy52h7xc4',7,1795034884800,'{"a":"play","s":1,"p":"10+6"}','0:5080-2');
INSERT INTO acts VALUES('jxy52h7xc4',8,1795034884801,'{"a":"play","s":1,"p":"5+1"}','0:5080-3');
INSERT INTO acts VALUES('jxy52h7xc4',9,1795034884801,'{"a":"lot","p":"d65"}',NULL);
INSERT INTO acts VALUES('jxy52h7xc4',10,1795034884826,'{"a":"play","s":2,"p":"s+6"}','1:5080-4');
INSERT INTO acts VALUES('jxy52h7xc4',11,1795034884858,'{"a":"play","s":2,"p":"6+5"}','1:5080-5');
INSERT INTO acts VALUES('jxy52h7xc4',12,1795034884858,'{"a":"lot","p":"d62"}',NULL);
INSERT INTO acts VALUES('jxy52h7xc4',13,1795034884877,'{"a":"play","s":1,"p":"15+2"}','0:5080-4');
INSERT INTO acts VALUES('jxy52h7xc4',14,1795034884889,'{"a":"play","s":1,"p":"s+6"}','0:5080-5');
INSERT INTO acts VALUES('jxy52h7xc4',15,1795034884889,'{"a":"lot","p":"d41"}',NULL);
INSERT INTO acts VALUES('jxy52h7xc4',16,1795034884897,'{"a":"play","s":2,"p":"5+4"}','1:5080-6');
INSERT INTO acts VALUES('jxy52h7xc4',17,1795034884912,'{"a":"play","s":2,"p":"10+1"}','1:5080-7');
INSERT INTO acts VALUES('jxy52h7xc4',18,1795034884912,'{"a":"lot","p":"d21"}',NULL);
INSERT INTO acts VALUES('jxy52h7xc4',19,1795034884928,'{"a":"play","s":1,"p":"5+2"}','0:5080-6');
INSERT INTO acts VALUES('jxy52h7xc4',20,1795034884962,'{"a":"play","s":1,"p":"16+1"}','0:5080-7');
INSERT INTO acts VALUES('jxy52h7xc4',21,1795034884962,'{"a":"lot","p":"d54"}',NULL);
INSERT INTO acts VALUES('mxgeepp7p8',1,1795034885636,'{"a":"play","s":2,"p":"setup:snrr,lrnr,snrr,snrr,lrbn,snrr,lrbn,sbrn,lrnr,lrbn,sbrn,lrbn","n":"3c18961c7a221977977e6937af2557ce68e06d3a5e145b9032c011000c9d7765"}','1:5080-2');
INSERT INTO acts VALUES('mxgeepp7p8',2,1795034885646,'{"a":"play","s":1,"p":"setup:sbbn,lbnr,snbr,sbbn,lbnb,lbrn,sbbn,lbbn,srbn,lbnb,snbr,lbnr","n":"ee6369773ae316ccc6b7744d1fb6eff55b0ab71446faddc75ea2905bf9fd0638"}','0:5080-2');
INSERT INTO acts VALUES('mxgeepp7p8',3,1795034885659,'{"a":"play","s":1,"p":"c2a4"}','0:5080-3');
INSERT INTO acts VALUES('mxgeepp7p8',4,1795034885682,'{"a":"play","s":2,"p":"e6e4"}','1:5080-3');
INSERT INTO acts VALUES('mxgeepp7p8',5,1795034885703,'{"a":"play","s":1,"p":"b2b3"}','0:5080-4');
INSERT INTO acts VALUES('mxgeepp7p8',6,1795034885750,'{"a":"play","s":2,"p":"e7e6"}','1:5080-4');
INSERT INTO acts VALUES('mxgeepp7p8',7,1795034885783,'{"a":"play","s":2,"p":"ccw"}','1:5080-5');
INSERT INTO acts VALUES('mxgeepp7p8',8,1795034885814,'{"a":"play","s":1,"p":"g6e8"}','0:5080-5');
INSERT INTO acts VALUES('mxgeepp7p8',9,1795034885831,'{"a":"play","s":2,"p":"c4e2"}','1:5080-6');
INSERT INTO acts VALUES('mxgeepp7p8',10,1795034885860,'{"a":"play","s":1,"p":"f3e4"}','0:5080-6');
INSERT INTO acts VALUES('mxgeepp7p8',11,1795034885871,'{"a":"play","s":1,"p":"ccw"}','0:5080-7');
INSERT INTO acts VALUES('mxgeepp7p8',12,1795034885876,'{"a":"play","s":2,"p":"d3d2"}','1:5080-7');
CREATE TABLE chat (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL REFERENCES games (id),
    person BIGINT NOT NULL REFERENCES people (id),
    at BIGINT NOT NULL,
    room TEXT NOT NULL,
    text TEXT NOT NULL
);
CREATE TABLE ratings (
    person BIGINT NOT NULL REFERENCES people (id),
    kind TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    PRIMARY KEY (person, kind)
);
INSERT INTO ratings VALUES(1,'abalone',1662.2120026057737049,290.23050609107804121,0.059999675372348536261,1);
INSERT INTO ratings VALUES(2,'abalone',1337.787997394226295,290.23050609107804121,0.059999675372348536261,1);
INSERT INTO ratings VALUES(1,'abraxas',1337.787997394226295,290.23050609107804121,0.059999675372348536261,1);
INSERT INTO ratings VALUES(2,'abraxas',1662.2120026057737049,290.23050609107804121,0.059999675372348536261,1);
INSERT INTO ratings VALUES(1,'abagio',1662.2120026057737049,290.23050609107804121,0.059999675372348536261,1);
INSERT INTO ratings VALUES(2,'abagio',1337.787997394226295,290.23050609107804121,0.059999675372348536261,1);
INSERT INTO ratings VALUES(1,'blocs',1662.2120026057737049,290.23050609107804121,0.059999675372348536261,1);
INSERT INTO ratings VALUES(2,'blocs',1337.787997394226295,290.23050609107804121,0.059999675372348536261,1);
CREATE TABLE rating_history (
    person BIGINT NOT NULL REFERENCES people (id),
    game TEXT NOT NULL REFERENCES games (id),
    kind TEXT NOT NULL,
    at BIGINT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    delta DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (person, game)
);
INSERT INTO rating_history VALUES(1,'ct4u4bg3jp','abalone',1795034880533,1662.2120026057737049,290.23050609107804121,162.21200260577370499);
INSERT INTO rating_history VALUES(2,'ct4u4bg3jp','abalone',1795034880533,1337.787997394226295,290.23050609107804121,-162.21200260577370499);
INSERT INTO rating_history VALUES(1,'xh6tjzfn9e','abraxas',1795034881145,1337.787997394226295,290.23050609107804121,-162.21200260577370499);
INSERT INTO rating_history VALUES(2,'xh6tjzfn9e','abraxas',1795034881145,1662.2120026057737049,290.23050609107804121,162.21200260577370499);
INSERT INTO rating_history VALUES(1,'9bejeqcru4','abagio',1795034882347,1662.2120026057737049,290.23050609107804121,162.21200260577370499);
INSERT INTO rating_history VALUES(2,'9bejeqcru4','abagio',1795034882347,1337.787997394226295,290.23050609107804121,-162.21200260577370499);
INSERT INTO rating_history VALUES(1,'ugpxdmqqp5','blocs',1795034883082,1662.2120026057737049,290.23050609107804121,162.21200260577370499);
INSERT INTO rating_history VALUES(2,'ugpxdmqqp5','blocs',1795034883082,1337.787997394226295,290.23050609107804121,-162.21200260577370499);
CREATE TABLE throws (
    person BIGINT NOT NULL REFERENCES people (id),
    outcome TEXT NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (person, outcome)
);
INSERT INTO throws VALUES(2,'d21',2);
INSERT INTO throws VALUES(2,'d22',1);
INSERT INTO throws VALUES(2,'d42',1);
INSERT INTO throws VALUES(2,'d51',2);
INSERT INTO throws VALUES(2,'d52',1);
INSERT INTO throws VALUES(2,'d62',1);
INSERT INTO throws VALUES(2,'d65',1);
INSERT INTO throws VALUES(1,'d21',1);
INSERT INTO throws VALUES(1,'d41',2);
INSERT INTO throws VALUES(1,'d61',1);
INSERT INTO throws VALUES(1,'d62',2);
INSERT INTO throws VALUES(1,'d63',1);
INSERT INTO throws VALUES(1,'d66',2);
CREATE TABLE throws_counted (
    game TEXT NOT NULL REFERENCES games (id),
    person BIGINT NOT NULL REFERENCES people (id),
    PRIMARY KEY (game, person)
);
INSERT INTO throws_counted VALUES('9bejeqcru4',2);
INSERT INTO throws_counted VALUES('9bejeqcru4',1);
CREATE TABLE reports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    author BIGINT NOT NULL REFERENCES people (id),
    about BIGINT NOT NULL REFERENCES people (id),
    game TEXT REFERENCES games (id),
    at BIGINT NOT NULL,
    text TEXT NOT NULL,
    handled BIGINT NOT NULL DEFAULT 0 CHECK (handled IN (0, 1))
);
CREATE TABLE lots_log (
    seq BIGINT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL UNIQUE REFERENCES games (id),
    at BIGINT NOT NULL,
    commitment TEXT NOT NULL,
    chain TEXT NOT NULL
);
INSERT INTO lots_log VALUES(1,'ct4u4bg3jp',1795034878135,'fa898a7993741bb1a3394af666845433ed10c00cd0dd7b8ffdb0257c950cdd9b','2735dc2b8d3bc4f2ec94897c7b86a4e992a36598fc66f112b213d654ffd5bfe9');
INSERT INTO lots_log VALUES(2,'xh6tjzfn9e',1795034881069,'38d152571c9de3fb477397ec81bd40781b2298324b3f4cb79bfad86e75253984','4d95c409aa07894ec4fdfd0a40e2269fdd1738289b1063698338f566b4603d8d');
INSERT INTO lots_log VALUES(3,'9bejeqcru4',1795034881675,'531aa32b36c7c8ac7d2d900d73afb14e9fc06093963978b810d78f2b5ea72252','36a5adf81e97ae3227336747412cbf01aa2377aff876e2b65c2becb94b224fe7');
INSERT INTO lots_log VALUES(4,'ugpxdmqqp5',1795034882350,'0ead7d24cc2806ba40c018d69ddccba3f02a39b83b36e6742cf41a62f252ad3b','5038ef9c6909ee446790673a20763afdc1392ff54b7b213ede031af2959b0963');
INSERT INTO lots_log VALUES(5,'puup7k337s',1795034883215,'2087415d7cd7510125537cbf9b116de99a07e3fa54734198ccf4c4d6ecfea85a','dd60e590c7c58326be23c90012bc285bfca5b1a2aa12a7763f93e93a7b196f3f');
INSERT INTO lots_log VALUES(6,'qvee6jwphk',1795034884039,'3114f67575c2d42d2deda7835b53326f499ec2759fd08a90ef896109b2d2a5ce','4d6f81e1d2d45812f955050cbb334ddd3ed5fc47e089be771552c9be6dd57327');
INSERT INTO lots_log VALUES(7,'jxy52h7xc4',1795034884780,'8a98d8ec1a9969637dcbe8935710c8508bf97c94982b825b95d98270babc091a','ed584290dd7cb09b48748c313110079e2f32e808028e19b3635fd282f17709b2');
INSERT INTO lots_log VALUES(8,'mxgeepp7p8',1795034885496,'676c545490041a275edb85b49ed97ae94f503069fd196e3677fe846e6406b539','d568a7573b0666a3f99aff3b668bceef68a4b835d1f9a467d491052b23523d08');
INSERT INTO lots_log VALUES(9,'4ha6nt4at3',1795034886417,'106c042b551cd9e195c8127bed30936ff10f9d2bbd7904f4d4cbd92a59c7a674','8020d6fbc805c3eecdf607720f307aedbb2bcdafcabfc97d309bf5d4bca8af47');
CREATE TABLE addresses (
    person BIGINT NOT NULL PRIMARY KEY REFERENCES people (id),
    address TEXT NOT NULL,
    verified BIGINT NOT NULL
);
CREATE TABLE mailed_codes (
    person BIGINT NOT NULL REFERENCES people (id),
    purpose TEXT NOT NULL,
    hash TEXT NOT NULL,
    address TEXT NOT NULL,
    expires BIGINT NOT NULL,
    PRIMARY KEY (person, purpose)
);
CREATE TABLE openings (
    spec TEXT NOT NULL,
    prefix TEXT NOT NULL,
    ply TEXT NOT NULL,
    first BIGINT NOT NULL,
    second BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    PRIMARY KEY (spec, prefix, ply)
);
INSERT INTO openings VALUES('abalone:target=1','e3b0c44298fc1c149afbf4c8996fb924','b2c3c2',1,0,0);
INSERT INTO openings VALUES('abalone:target=1','1852bec93588bdec14873aae1954fa12','i6h6',1,0,0);
INSERT INTO openings VALUES('abalone:target=1','a5fceea41b1ba61786776039cf664b88','c2b2',1,0,0);
INSERT INTO openings VALUES('abalone:target=1','d86c762b9f4994539e4726215c2c279a','f6h8e6',1,0,0);
INSERT INTO openings VALUES('abalone:target=1','cc85b441e3afe83659f59a90218e2432','b5b6c6',1,0,0);
INSERT INTO openings VALUES('abalone:target=1','996b12770af0e167c1c83b9bb92f0ac6','h7i8g7',1,0,0);
INSERT INTO openings VALUES('abalone:target=1','ec70f9a910977e6b412cccd95bd7b9ec','c5c7d6',1,0,0);
INSERT INTO openings VALUES('abalone:target=1','4589e7cfa340f4ac9b76f87c2bcaca90','f7e7',1,0,0);
INSERT INTO openings VALUES('abalone:target=1','93776459a89c2dd4c95d26d4acfb2455','d3d4',1,0,0);
INSERT INTO openings VALUES('abalone:target=1','a2aac6c0a379a561b79d8b7998f824bd','e6e5',1,0,0);
INSERT INTO openings VALUES('abalone:target=1','3911aeaf9adbdfb46c50045e3a142fd8','d8c7',1,0,0);
INSERT INTO openings VALUES('abalone:target=1','8cfa5dffd1df179c50a3da951f5ba461','h9h8',1,0,0);
INSERT INTO openings VALUES('abalone:target=1','bf506eee2edb21758596f0fc73602b1c','b1c2',1,0,0);
INSERT INTO openings VALUES('abraxas:target=2','e3b0c44298fc1c149afbf4c8996fb924','@ne',1,0,0);
INSERT INTO openings VALUES('abraxas:target=2','0256667b855fdb47366dfbb1ee88ee41','sf2',1,0,0);
INSERT INTO openings VALUES('abraxas:target=2','82d5f4265ef75998440e768c562264b5','=',1,0,0);
INSERT INTO openings VALUES('abraxas:target=2','55aac84c598a9df827026d4adc7039fb','rh6',1,0,0);
INSERT INTO openings VALUES('abraxas:target=2','0f8548e7a8ee36355420ec7e8ca4798c','>nw',1,0,0);
INSERT INTO openings VALUES('abraxas:target=2','ec652a2c9adb9d5891a40a87a14f5b84','rf5',1,0,0);
INSERT INTO openings VALUES('abraxas:target=2','45a20bafbcc04b89ad0f9d3890f6b87b','>sw',1,0,0);
INSERT INTO openings VALUES('abraxas:target=2','bdbbe80482a5184b6802d58bbb1e8829','re1',1,0,0);
INSERT INTO openings VALUES('abraxas:target=2','16479b443dcb91c5abd1d26f620ff4c5','>se',1,0,0);
INSERT INTO openings VALUES('abraxas:target=2','f5b7a26883bb6de1bf1d856f99413309','sf7',1,0,0);
INSERT INTO openings VALUES('abraxas:target=2','139717e0662bac6f505063fae629cbf6','=',1,0,0);
INSERT INTO openings VALUES('abraxas:target=2','a31d84761db8c89e8110403f756fdb97','rc7',1,0,0);
INSERT INTO openings VALUES('abraxas:target=2','57a7eb3cc10964ec3b86fb6ffec98b47','>ne',1,0,0);
INSERT INTO openings VALUES('abagio','e3b0c44298fc1c149afbf4c8996fb924','f43',0,1,0);
INSERT INTO openings VALUES('abagio','8816e6f664037b9c0c87273315a7996a','d52',0,1,0);
INSERT INTO openings VALUES('abagio','1aac9a63eeba464fd523be63a3e4a057','10+5',0,1,0);
INSERT INTO openings VALUES('abagio','772b3961c714d4b556612cbaf26db058','s+2',0,1,0);
INSERT INTO openings VALUES('abagio','6d1fdca06535ed372d97a243698046d8','d66',0,1,0);
INSERT INTO openings VALUES('abagio','aac1a406a99458f32f6d5b113ed1bc65','10+6',0,1,0);
INSERT INTO openings VALUES('abagio','0d23b2f5706a8334de4e26c5effcfff4','16+6',0,1,0);
INSERT INTO openings VALUES('abagio','93ebcdcbe6556bfa9f07a62e0cb03b90','s+6',0,1,0);
INSERT INTO openings VALUES('abagio','7587655007b58865c6e425052ea860b3','s+6',0,1,0);
INSERT INTO openings VALUES('abagio','e6a877bfa2bfd96313ef7f2732518af2','d22',0,1,0);
INSERT INTO openings VALUES('abagio','40207ed072a019bb700600cb3ca4faf4','s+2',0,1,0);
INSERT INTO openings VALUES('abagio','bc4f63628e20a7b469dde552934973d6','10+2',0,1,0);
INSERT INTO openings VALUES('abagio','492ada54d24f8762d9f254a2ddbfb0e7','2+2',0,1,0);
INSERT INTO openings VALUES('blocs','e3b0c44298fc1c149afbf4c8996fb924','setup:snbn,sbbr,lbbr,snbn,lbbr,snbn,lbnn,snbn,lbnn,lbbr,lbbr,sbbr',0,1,0);
INSERT INTO openings VALUES('blocs','2812a1a66a5b7ff36a812db92700bcf5','setup:snrn,srrb,lrrb,snrn,lrrb,snrn,lrnn,snrn,lrnn,lrrb,lrrb,srrb',0,1,0);
INSERT INTO openings VALUES('blocs','571722970588e16159a319da62397bf0','e3c5',0,1,0);
INSERT INTO openings VALUES('blocs','2b163fd029f4944e4b70b33e80db9b5a','d6d4',0,1,0);
INSERT INTO openings VALUES('blocs','6b8fe34b0ed3f6d6a4073c7bfab3552b','f2h4',0,1,0);
INSERT INTO openings VALUES('blocs','bb2a3c9a8ac59817c31e7a1e94478984','d7d6',0,1,0);
INSERT INTO openings VALUES('blocs','7563069e7eb8ec58bb379f5a8225a49a','c2b3',0,1,0);
INSERT INTO openings VALUES('blocs','4fa10004548e286eea78379893c7c0d2','ccw',0,1,0);
INSERT INTO openings VALUES('blocs','14600694cadfdbeb560a275ecae250cb','c5d4',0,1,0);
INSERT INTO openings VALUES('blocs','561a3543ad6530b6cbca0a25e935acd1','ccw',0,1,0);
INSERT INTO openings VALUES('blocs','114bbadd7d79348acbfc8ce41369ba3c','g6f7',0,1,0);
INSERT INTO openings VALUES('blocs','8941147177a5ecec4d9624e909653973','cw',0,1,0);
INSERT INTO openings VALUES('blocs','a431a20b738cb3d75e1a8f91fb2ddb5f','e4e2',0,1,0);
CREATE TABLE openings_counted (
    game TEXT NOT NULL PRIMARY KEY REFERENCES games (id)
);
INSERT INTO openings_counted VALUES('ct4u4bg3jp');
INSERT INTO openings_counted VALUES('xh6tjzfn9e');
INSERT INTO openings_counted VALUES('9bejeqcru4');
INSERT INTO openings_counted VALUES('ugpxdmqqp5');
CREATE TABLE progress (
    person BIGINT NOT NULL PRIMARY KEY REFERENCES people (id),
    text TEXT NOT NULL
);
CREATE TABLE mutes (
    game TEXT NOT NULL REFERENCES games (id),
    person BIGINT NOT NULL REFERENCES people (id),
    PRIMARY KEY (game, person)
);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('people',3);
INSERT INTO sqlite_sequence VALUES('tokens',2);
CREATE INDEX sessions_person ON sessions (person);
CREATE INDEX sessions_seen ON sessions (seen);
CREATE INDEX tokens_person ON tokens (person);
CREATE INDEX blocks_other ON blocks (other);
CREATE INDEX games_open ON games (created, id) WHERE status = 'open' AND public = 1;
CREATE INDEX games_live ON games (started, id) WHERE status = 'playing' AND public = 1;
CREATE INDEX games_playing ON games (touched) WHERE status = 'playing';
CREATE INDEX games_due ON games (deadline) WHERE status = 'playing' AND deadline IS NOT NULL;
CREATE INDEX games_first ON games (first, touched, id);
CREATE INDEX games_second ON games (second, touched, id);
CREATE INDEX games_first_playing ON games (first) WHERE status = 'playing';
CREATE INDEX games_second_playing ON games (second) WHERE status = 'playing';
CREATE INDEX games_rematch ON games (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE UNIQUE INDEX acts_key ON acts (game, key) WHERE key IS NOT NULL;
CREATE INDEX chat_game ON chat (game, id);
CREATE INDEX chat_person ON chat (person);
CREATE INDEX ratings_top ON ratings (kind, rating, person);
CREATE INDEX rating_history_kind ON rating_history (person, kind, at);
CREATE INDEX reports_handled ON reports (handled, id);
CREATE INDEX people_idle ON people (seen, id) WHERE guest = 1 AND closed = 0;
CREATE INDEX mailed_codes_expires ON mailed_codes (expires);
CREATE INDEX games_uncounted ON games (id) WHERE status = 'over' AND counted = 0;
CREATE INDEX games_invited ON games (invited) WHERE status = 'open' AND invited IS NOT NULL;
CREATE INDEX mutes_person ON mutes (person);
COMMIT;
